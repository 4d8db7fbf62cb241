"""Treasure islet: a small game that has everything at once, for tests and for authors of games to read."""

from joute.core.info import Info

INFO = Info(
    title="Treasure islet",
    summary_en="Walk at the same time, dig one after the other, in the fog: 2 to 100 players.",
    summary_fr="Marcher en même temps, creuser chacun son tour, dans le brouillard : 2 à 100 joueurs.",
    seats_least=2,
    seats_most=100,
    seats=2,
    rules_version=1,
)
