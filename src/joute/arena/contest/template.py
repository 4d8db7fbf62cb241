"""The file contest.toml that an organiser starts from."""

from __future__ import annotations

import json

from joute.core.text import Text


def template(name: str, game: str) -> Text:
    """A commented contest.toml: what is commented out shows what there is, with the values that hold without it."""
    values = json.dumps(name, ensure_ascii=False), json.dumps(game)
    return Text(_filled(ENGLISH, *values), _filled(FRENCH, *values))


def _filled(text: str, name: str, game: str) -> str:
    return text.replace("NAME", name, 1).replace("GAME", game, 1)


ENGLISH = """\
# A contest. Check this file and the machine with: joute contest doctor FOLDER
# Begin, and go on after a stop, with: joute serve --contest FOLDER
# Once it has begun, times are changed by an organiser, with an entry in the audit log.

name = NAME
game = GAME
# preset = "..."                 # of the game; params = { ... } changes single parameters
isolation = "sandbox"            # champions are strangers' code
# store = "store"                # a folder, or "postgresql://user@host/database?replays=FOLDER"
# url = "https://contest.example.org"   # how browsers reach it; mails and links need it

[times]                          # each takes effect by itself; what is left out happens never
# opens = 2027-03-01T08:00:00+01:00
# submissions_close = 2027-03-07T20:00:00+01:00   # the last version received before it that builds counts
# ranked_closes = 2027-03-07T22:00:00+01:00       # the ladder stops
# table_freezes = 2027-03-07T18:00:00+01:00       # the public table stays as it is then
# table_thaws = 2027-03-08T10:00:00+01:00

[access]
registration = "invitation"      # or "open", or "closed"
# team_size = 3
# real_names = false             # whether real names are public
# replays = "all"                # whose matches one may watch: "all", "own", or "after" ranked play
# replay_delay_minutes = 0
# keep_days = 365                # personal data after the end

[ladder]
# house = ["idle", "random"]     # fixed rungs; left out: all champions that come with the game
# first_matches = 10             # of a new version, before all others
# doubt = 2.0                    # how much less is known of a new version than of the one before

# [boards]                       # left out: those of the game
# names = ["..."]                # or generate = 20
# [hidden_boards]                # played too, and never shown before: nobody can fit them
# generate = 50

# [[exercises]]                  # of a course: beat a house champion, surely enough; see: joute contest report
# name = "first"
# beat = "random"
# confidence = 0.95
# deadline = 2027-03-05T20:00:00+01:00

# [quotas]                       # of a team
# submissions_an_hour = 10
# challenges_an_hour = 20
# comparisons_an_hour = 4
# size_kb = 8192
# judging_s_an_hour = 600

# [limits]                       # of a champion
# time_ms = 1000
# bank_ms = 10000
# memory_mb = 512

# [workers]
# local = 4                      # processes here; left out: one a core
# cluster = "tcp://192.168.1.10:8786"   # a Dask scheduler instead; its network must be private
# judges = 1                     # versions that are judged at once

# [mail]                         # sends links to sign in, and «your version failed»
# host = "smtp.example.org"
# sender = "contest@example.org"
# user = "contest"
# password_file = "smtp-password"

# [sign_on]                      # single sign-on by OpenID Connect
# issuer = "https://id.example.org"
# client_id = "joute"
# client_secret_file = "oidc-secret"
"""
FRENCH = """\
# Un concours. Vérifiez ce fichier et la machine par : joute contest doctor DOSSIER
# Commencez-le, et reprenez-le après un arrêt, par : joute serve --contest DOSSIER
# Une fois commencé, un organisateur change les dates, avec une ligne dans le journal.

name = NAME
game = GAME
# preset = "..."                 # du jeu ; params = { ... } change certains paramètres
isolation = "sandbox"            # les champions sont du code inconnu
# store = "store"                # un dossier, ou "postgresql://user@host/database?replays=DOSSIER"
# url = "https://concours.example.org"   # où les navigateurs le trouvent ; courriels et liens en ont besoin

[times]                          # chacune prend effet d'elle-même ; ce qui manque n'arrive jamais
# opens = 2027-03-01T08:00:00+01:00
# submissions_close = 2027-03-07T20:00:00+01:00   # la dernière version reçue avant et qui se construit compte
# ranked_closes = 2027-03-07T22:00:00+01:00       # l'échelle s'arrête
# table_freezes = 2027-03-07T18:00:00+01:00       # le classement public reste tel quel
# table_thaws = 2027-03-08T10:00:00+01:00

[access]
registration = "invitation"      # ou "open" (ouverte), ou "closed" (fermée)
# team_size = 3
# real_names = false             # si les vrais noms sont publics
# replays = "all"                # quels matchs on regarde : "all", "own" (les siens), "after" (l'échelle arrêtée)
# replay_delay_minutes = 0
# keep_days = 365                # données personnelles après la fin

[ladder]
# house = ["idle", "random"]     # échelons fixes ; sans cela, tous les champions fournis avec le jeu
# first_matches = 10             # d'une nouvelle version, avant tous les autres
# doubt = 2.0                    # ce qu'on sait de moins d'une nouvelle version que de la précédente

# [boards]                       # sans cela, celles du jeu
# names = ["..."]                # ou generate = 20
# [hidden_boards]                # jouées aussi, jamais montrées d'avance : personne ne peut s'y ajuster
# generate = 50

# [[exercises]]                  # d'un cours : battre un champion de la maison, assez sûrement ; joute contest report
# name = "premier"
# beat = "random"
# confidence = 0.95
# deadline = 2027-03-05T20:00:00+01:00

# [quotas]                       # d'une équipe
# submissions_an_hour = 10
# challenges_an_hour = 20
# comparisons_an_hour = 4
# size_kb = 8192
# judging_s_an_hour = 600

# [limits]                       # d'un champion
# time_ms = 1000
# bank_ms = 10000
# memory_mb = 512

# [workers]
# local = 4                      # processus ici ; sans cela, un par cœur
# cluster = "tcp://192.168.1.10:8786"   # un ordonnanceur Dask à la place ; son réseau doit être privé
# judges = 1                     # versions jugées à la fois

# [mail]                         # envoie les liens de connexion, et « votre version a échoué »
# host = "smtp.example.org"
# sender = "concours@example.org"
# user = "concours"
# password_file = "smtp-password"

# [sign_on]                      # authentification unique par OpenID Connect
# issuer = "https://id.example.org"
# client_id = "joute"
# client_secret_file = "oidc-secret"
"""
