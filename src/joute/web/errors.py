"""Every refusal of the HTTP API: its code, its status, and its text in English and in French.

`{}` is filled in where the refusal is raised. What the engine says of a board, a parameter or a file is English; the
French sentence has it in brackets.
"""

from __future__ import annotations

from typing import NamedTuple

from joute.core.text import Text

from .wire import Problem

PROBLEM = "application/problem+json"
TITLES = {
    400: Text("Bad request", "Requête incorrecte"),
    401: Text("Access token required", "Jeton d'accès requis"),
    403: Text("Forbidden", "Interdit"),
    404: Text("Not found", "Introuvable"),
    405: Text("Method not allowed", "Méthode non autorisée"),
    408: Text("Request timeout", "Délai de la requête dépassé"),
    409: Text("Conflict", "Conflit"),
    410: Text("Gone", "Disparu"),
    413: Text("Content too large", "Contenu trop grand"),
    415: Text("Unsupported content type", "Type de contenu non pris en charge"),
    421: Text("Wrong host", "Mauvais hôte"),
    422: Text("Invalid content", "Contenu incorrect"),
    429: Text("Too many requests", "Trop de requêtes"),
    500: Text("Engine failure", "Défaillance du moteur"),
    503: Text("Service unavailable", "Service indisponible"),
}
REFUSED = Text("Refused", "Refusé")


class RefusalKind(NamedTuple):
    """One way to refuse. The code is for programs and never changes."""

    code: str
    status: int
    en: str
    fr: str


class Refusal(Exception):
    """A request that is refused: why, for whoever made it, in both languages."""

    def __init__(self, kind: RefusalKind, retry_s: float | None = None, **fields: object) -> None:
        self.text = Text(_filled(kind.en, fields, "en"), _filled(kind.fr, fields, "fr"))
        super().__init__(self.text.en)
        self.code = kind.code
        self.status = kind.status
        self.retry_s = retry_s
        """Seconds after which it may be worth trying again."""

    @property
    def problem(self) -> Problem:
        title = TITLES.get(self.status, REFUSED)
        return Problem(self.status, title.en, self.text.en, self.code, self.text)


def _filled(template: str, fields: dict[str, object], lang: str) -> str:
    """A template with its fields; a field may itself be in both languages."""
    return template.format(**{name: getattr(value, lang, value) for name, value in fields.items()})


def plain(status: int) -> RefusalKind:
    """A refusal of the framework, whose text is English."""
    return RefusalKind(f"http_{status}", status, "{why}", f"{TITLES.get(status, REFUSED).fr} ({{why}})")


FAILURE = RefusalKind(
    "failure",
    500,
    "the engine failed; the log of the server says why",
    "le moteur a eu une défaillance ; le journal du serveur dit laquelle",
)

# Access

NOT_THIS_HOST = RefusalKind(
    "not_this_host",
    421,
    "this arena answers this machine only (localhost), and {host!r} is another name",
    "cette arène ne répond qu'à cette machine (localhost), et {host!r} est un autre nom",
)
FOREIGN_ACT = RefusalKind(
    "foreign_act", 403, "a page of another site cannot do this", "une page d'un autre site ne peut pas faire cela"
)
FOREIGN_READ = RefusalKind(
    "foreign_read", 403, "a page of another site cannot read this", "une page d'un autre site ne peut pas lire cela"
)
NO_TOKEN = RefusalKind(
    "no_token",
    401,
    "this arena asks for an access token: open the address that was printed when it started",
    "cette arène demande un jeton d'accès : ouvrez l'adresse affichée à son démarrage",
)
WRONG_TOKEN = RefusalKind(
    "wrong_token",
    401,
    "this is not the access token: open the address that was printed when it started",
    "ce n'est pas le bon jeton d'accès : ouvrez l'adresse affichée à son démarrage",
)
TOO_MANY = RefusalKind(
    "too_many",
    429,
    "too many {what} at once; try again in {wait:.0f} s",
    "trop de {what} à la fois ; réessayez dans {wait:.0f} s",
)
EDITS = Text("changes", "modifications")
PICTURES = Text("pictures", "images")
NEW_MATCHES = Text("new matches", "nouveaux matchs")
ORGANISING = Text("actions of the organiser", "actions de l'organisateur")
UPLOADS = Text("uploads", "fichiers envoyés")
ACTS = Text("changes", "modifications")
MAILS = Text("mails", "courriels")
REGISTRATIONS = Text("registrations", "inscriptions")
WRONG_PASSWORDS = Text("wrong passwords", "mots de passe erronés")
WRONG_SECRETS = Text("wrong secrets", "secrets erronés")
WRONG_TOKENS = Text("wrong tokens", "jetons erronés")
NOT_OWNER = RefusalKind(
    "not_owner",
    403,
    "this needs the secret of the match's owner: Authorization: Bearer ...",
    "il faut pour cela le secret du propriétaire du match : Authorization: Bearer ...",
)
NO_ORGANISER = RefusalKind(
    "no_organiser",
    403,
    "this arena has no organiser; start it with: joute serve --organiser SECRET",
    "cette arène n'a pas d'organisateur ; lancez-la avec : joute serve --organiser SECRET",
)
NOT_ORGANISER = RefusalKind(
    "not_organiser",
    403,
    "this needs the organiser's secret, the one of joute serve --organiser (Authorization: Bearer ...)",
    "il faut pour cela le secret de l'organisateur, celui de joute serve --organiser (Authorization: Bearer ...)",
)

# Games and new matches

NO_GAME = RefusalKind(
    "no_game", 404, "there is no game {name!r}; there are {known}", "le jeu {name!r} n'existe pas ; il y a {known}"
)
NO_RULES = RefusalKind("no_rules", 404, "{game} has no rules to read", "{game} n'a pas de règles à lire")
WRONG_BOARD = RefusalKind(
    "wrong_board", 400, "the board cannot be used: {why}", "ce plateau ne peut pas servir à ce match ({why})"
)
WRONG_VALUE = RefusalKind("wrong_value", 400, "{why}", "ce match ne peut pas être réglé ainsi ({why})")
WRONG_SEATS = RefusalKind(
    "wrong_seats",
    400,
    "{title} is played by {wanted} players, not {count}",
    "on joue à {title} à {wanted} joueurs, pas à {count}",
)
BY_CHAMPIONS_ONLY = RefusalKind(
    "by_champions_only", 400, "{title} cannot be played by hand", "{title} ne se joue pas à la main"
)
WRONG_SEED = RefusalKind(
    "wrong_seed",
    400,
    "seed: found {seed}, expected a whole number from 0 to {most}",
    "graine : {seed} au lieu d'un entier de 0 à {most}",
)
NO_PROTOCOL = RefusalKind(
    "no_protocol", 400, "{title} has no protocol for programs over HTTP", "{title} n'a pas de protocole HTTP"
)
NO_BOARD = RefusalKind(
    "no_board",
    400,
    "there is no board {name!r}; there are {known}",
    "le plateau {name!r} n'existe pas ; il y a {known}",
)
NO_CHAMPION = RefusalKind(
    "no_champion",
    400,
    "there is no champion {name!r}; there are {known}",
    "le champion {name!r} n'existe pas ; il y a {known}",
)
NOT_WITH_ORIGIN = RefusalKind(
    "not_with_origin",
    400,
    "{name} does not go with {source}: the position has it already",
    "{name} ne va pas avec {source} : la position l'a déjà",
)
OTHER_GAME = RefusalKind(
    "other_game",
    400,
    "match {id!r} is one of {game}, not of {other}",
    "le match {id!r} est un match de {game}, pas de {other}",
)
NO_POSITION = RefusalKind(
    "no_position",
    400,
    "this match has no position {frame}; they go from 0 to {last}",
    "ce match n'a pas de position {frame} ; elles vont de 0 à {last}",
)
NOTHING_LEFT = RefusalKind(
    "nothing_left",
    409,
    "in this position the match is over: choose an earlier one",
    "dans cette position le match est fini : choisissez-en une plus tôt",
)
WRONG_POSITION = RefusalKind(
    "wrong_position", 400, "this position cannot be played: {why}", "cette position ne peut pas être jouée ({why})"
)
TABLES_TAKEN = RefusalKind(
    "tables_taken",
    503,
    "all tables for people are taken; come back when a match has ended",
    "toutes les tables sont prises ; revenez quand un match sera fini",
)
QUEUE_FULL = RefusalKind(
    "queue_full",
    503,
    "too many matches are waiting already; come back in a while",
    "trop de matchs attendent déjà ; revenez dans un moment",
)

# Matches and films

NO_MATCH = RefusalKind("no_match", 404, "there is no match {id!r}", "le match {id!r} n'existe pas")
NOT_BEGUN = RefusalKind(
    "not_begun",
    409,
    "this match has not begun; it waits for its turn",
    "ce match n'a pas commencé ; il attend son tour",
)
IN_THE_FOG = RefusalKind(
    "in_the_fog",
    403,
    "this match is played in the fog; it can be watched when it is over",
    "ce match se joue dans le brouillard ; il pourra être vu quand il sera fini",
)
TOO_MANY_WATCH = RefusalKind(
    "too_many_watch", 503, "too many are watching this match", "trop de monde regarde déjà ce match"
)
NO_TRACK = RefusalKind(
    "no_track",
    404,
    "this match has no track {track!r}; it has {known}",
    "ce match n'a pas de piste {track!r} ; il a {known}",
)
NO_FILM_TRACK = RefusalKind(
    "no_film_track", 404, "this film has no track {track!r}", "ce film n'a pas de piste {track!r}"
)
NO_CHUNK = RefusalKind(
    "no_chunk",
    404,
    "this film has no chunk {number} of a track {track!r}",
    "ce film n'a pas de morceau {number} d'une piste {track!r}",
)
NO_FILM = RefusalKind("no_film", 409, "this match has no film: {why}", "ce match n'a pas de film : {why}")
NO_REPLAY = RefusalKind("no_replay", 409, "this match has no replay", "ce match n'a pas de replay")
REPLAY_LATER = RefusalKind(
    "replay_later",
    409,
    "the replay is given out when the match is over",
    "le replay est donné quand le match est fini",
)
PAGE_LATER = RefusalKind(
    "page_later", 409, "the page is given out when the match is over", "la page est donnée quand le match est fini"
)
NO_VIEWER = RefusalKind("no_viewer", 503, "{why}", "le film en un fichier ne peut pas être fait ({why})")
NO_PAGE = RefusalKind("no_page", 404, "there is nothing at /{path}", "il n'y a rien à /{path}")

# The editor

WRONG_DRAFT = RefusalKind("wrong_draft", 400, "{why}", "ce brouillon ne peut pas être changé ({why})")
COSTLY_DRAFT = RefusalKind(
    "costly_draft",
    400,
    "this draft takes more time or memory than the editor allows",
    "ce brouillon demande plus de temps ou de mémoire que l'éditeur n'en permet",
)

# Replays and lines that are sent here

EMPTY_UPLOAD = RefusalKind(
    "empty_upload",
    400,
    "the body is empty; send a replay, .jsonl or .jsonl.gz",
    "le fichier est vide ; envoyez un replay, .jsonl ou .jsonl.gz",
)
NOT_REPLAY = RefusalKind(
    "not_replay",
    400,
    "{why}",
    "ce fichier n'est pas un replay de Joute, ou vient d'une autre version : sa première ligne n'est pas un en-tête "
    "que cette arène sait lire",
)
WRONG_REPLAY = RefusalKind("wrong_replay", 400, "{why}", "ce replay ne peut pas être montré ({why})")
COSTLY_REPLAY = RefusalKind(
    "costly_replay",
    400,
    "this replay takes too much time or memory to be shown",
    "montrer ce replay prend trop de temps ou de mémoire",
)
WRONG_HEADER = RefusalKind(
    "wrong_header",
    400,
    "the first line is not the header of a match: {why}",
    "la première ligne n'est pas l'en-tête d'un match ({why})",
)
WRONG_RELAY = RefusalKind("wrong_relay", 400, "{why}", "ce match ne peut pas être montré ({why})")
TOO_MANY_RELAYS = RefusalKind(
    "too_many_relays",
    503,
    "too many matches are shown from elsewhere already",
    "trop de matchs joués ailleurs sont déjà montrés",
)
PLAYED_HERE = RefusalKind("played_here", 409, "this match is played here", "ce match est joué ici")
SERVER_ENDS = RefusalKind(
    "server_ends",
    503,
    "the server ends; this match goes on when it is started again",
    "le serveur s'arrête ; ce match continuera quand il sera relancé",
)
IS_OVER = RefusalKind("is_over", 409, "this match is over: {why}", "ce match est fini : {why}")

# Television

ONE_PROGRAMME = RefusalKind(
    "one_programme",
    400,
    "name either matches or a tournament, not both",
    "nommez soit des matchs, soit un tournoi, pas les deux",
)
LONG_PROGRAMME = RefusalKind(
    "long_programme",
    400,
    "{count} matches are named; at most {most} can be; name a tournament instead",
    "{count} matchs sont nommés ; il en faut au plus {most} ; nommez plutôt un tournoi",
)

# Tournaments

NO_TOURNAMENT = RefusalKind("no_tournament", 404, "{why}", "{why}")
TOURNAMENT = RefusalKind("tournament", 409, "{why}", "le tournoi ne le permet pas ({why})")
DRAWN_FROM = RefusalKind(
    "drawn_from",
    409,
    "later rounds were drawn from results of round {round}: {void} of their matches would be void, and drawn and "
    "played again; if that is what you want, say so (redraw)",
    "des rondes ont été tirées des résultats de la ronde {round} ; leurs matchs ({void}) seraient annulés, puis tirés "
    "et joués à nouveau ; si c'est bien ce que vous voulez, dites-le (redraw)",
)
PLAYED_ALREADY = RefusalKind(
    "played_already", 409, "the arena plays this tournament already", "l'arène joue déjà ce tournoi"
)
NOT_PLAYED_HERE = RefusalKind(
    "not_played_here",
    409,
    "the arena does not play this tournament; if another program does (joute tournament run), stop that one",
    "l'arène ne joue pas ce tournoi ; si un autre programme le fait (joute tournament run), arrêtez celui-là",
)
NOT_OVER_YET = RefusalKind(
    "not_over_yet",
    409,
    "this tournament is not over; until then it has standings",
    "ce tournoi n'est pas fini ; d'ici là il a un classement provisoire",
)

# A contest

CONTEST = RefusalKind("contest", 409, "{why}", "{why}")
NOT_SIGNED_IN = RefusalKind("not_signed_in", 401, "sign in first", "connectez-vous d'abord")
UNKNOWN_TOKEN = RefusalKind(
    "unknown_token",
    401,
    "this token is not known, or was taken back; make another on the page of your account",
    "ce jeton est inconnu ou a été repris ; faites-en un autre sur la page de votre compte",
)
WRONG_PASSWORD = RefusalKind(
    "wrong_password",
    403,
    "this login and this password do not belong together; a recovery code goes in the place of the password",
    "cet identifiant et ce mot de passe ne vont pas ensemble ; un code de secours se met à la place du mot de passe",
)
WRONG_LINK = RefusalKind(
    "wrong_link",
    403,
    "this link was used already, or is too old; ask for another",
    "ce lien a déjà servi, ou est trop vieux ; demandez-en un autre",
)
DISABLED = RefusalKind("disabled", 403, "this account is disabled: {why}", "ce compte est désactivé : {why}")
ORGANISERS_ONLY = RefusalKind(
    "organisers_only",
    403,
    "this is for organisers, signed in on this page",
    "ceci est réservé aux organisateurs, connectés sur cette page",
)
THIS_MACHINE_ONLY = RefusalKind(
    "this_machine_only",
    403,
    "this is for programs on the machine of the server",
    "ceci est réservé aux programmes de la machine du serveur",
)
CLOSED = RefusalKind(
    "closed", 403, "nobody can register for this contest any more", "on ne peut plus s'inscrire à ce concours"
)
INVITED_ONLY = RefusalKind(
    "invited_only",
    403,
    "one registers for this contest by invitation: open the link, or give its code",
    "on s'inscrit à ce concours sur invitation : ouvrez le lien, ou donnez son code",
)
NO_INVITATION = RefusalKind(
    "no_invitation",
    403,
    "this invitation was used up, taken back, or never was one; ask for another",
    "cette invitation est épuisée, a été reprise ou n'en a jamais été une ; demandez-en une autre",
)
NO_MAIL = RefusalKind(
    "no_mail",
    409,
    "this contest sends no mails: use a recovery code, or ask an organiser for a link",
    "ce concours n'envoie pas de courriels : prenez un code de secours, ou demandez un lien à un organisateur",
)
NO_ACCOUNT = RefusalKind("no_account", 404, "there is no account {login!r}", "le compte {login!r} n'existe pas")
NOT_MEANT = RefusalKind(
    "not_meant",
    409,
    "write your login, {login}, to show that you mean it",
    "écrivez votre identifiant, {login}, pour confirmer",
)
TOKENS_TAKEN = RefusalKind(
    "tokens_taken",
    409,
    "you have {most} tokens; take one back first",
    "vous avez {most} jetons ; reprenez-en un d'abord",
)
NO_WORKER = RefusalKind(
    "no_worker",
    403,
    "this token lets no machine join; ask an organiser for another: joute contest workers --invite",
    "ce jeton ne laisse entrer aucune machine ; demandez-en un autre à un organisateur : joute contest workers "
    "--invite",
)
NO_CLUSTER = RefusalKind(
    "no_cluster",
    409,
    "this contest plays on one machine alone",
    "ce concours ne joue que sur une seule machine",
)
NO_TEAM = RefusalKind(
    "no_team",
    409,
    "you are in no team: found one, or join one by its invitation",
    "vous n'êtes dans aucune équipe : fondez-en une, ou rejoignez-en une par son invitation",
)
IN_A_TEAM = RefusalKind(
    "in_a_team",
    409,
    "you are in the team {team}; leave it first",
    "vous êtes dans l'équipe {team} ; quittez-la d'abord",
)
TEAM_FULL = RefusalKind(
    "team_full", 409, "your team is full: {most} members at most", "votre équipe est complète : {most} membres au plus"
)
TEAM_ASIDE = RefusalKind("team_aside", 403, "your team was set aside: {why}", "votre équipe a été écartée : {why}")
NOT_OPEN = RefusalKind("not_open", 409, "this contest has not begun yet", "ce concours n'a pas encore commencé")
NO_VERSION = RefusalKind(
    "no_version", 404, "your team has no version {number}", "votre équipe n'a pas de version {number}"
)
NO_KIT = RefusalKind(
    "no_kit", 404, "there is no kit for {name!r}; there are {known}", "pas de kit pour {name!r} ; il y a {known}"
)
NOT_YOURS = RefusalKind(
    "not_yours",
    403,
    "this match can be watched by the teams that played it",
    "ce match peut être vu par les équipes qui l'ont joué",
)
WATCH_AFTER = RefusalKind(
    "watch_after",
    403,
    "matches of others can be watched when ranked play is over",
    "les matchs des autres pourront être vus quand le jeu classé sera fini",
)
WATCH_LATER = RefusalKind("watch_later", 403, "this match can be watched later", "ce match pourra être vu plus tard")
NO_SIGN_ON = RefusalKind(
    "no_sign_on", 404, "this contest has no single sign-on", "ce concours n'a pas d'authentification unique"
)
SIGN_ON_FAILED = RefusalKind(
    "sign_on_failed",
    403,
    "the single sign-on did not work; try again, or tell the organisers",
    "l'authentification unique n'a pas fonctionné ; réessayez, ou prévenez les organisateurs",
)
