"""Tours de magie: four wizards, towers, fountains and an artefact. Simultaneous phases, nothing hidden."""

from joute.core.info import Info

INFO = Info(
    title="Tours de magie",
    summary_en="Raise towers, lead wizards, hold fountains and take bases: four players at once, nothing hidden.",
    summary_fr="Bâtir des tourelles, mener des sorciers, tenir les fontaines : quatre joueurs ensemble, rien de caché.",
    seats_least=4,
    seats_most=4,
    seats=4,
    rules_version=1,
)
