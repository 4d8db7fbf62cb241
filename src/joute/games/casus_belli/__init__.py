"""Casus Belli: thieves, barbarians and elves in the fog. Two teams or more, all at once."""

from joute.core.info import Info

INFO = Info(
    title="Casus Belli",
    summary_en="Lead a thief, a barbarian and an elf through the fog: any number of teams, all at once.",
    summary_fr="Mener voleur, barbare et elfe dans le brouillard : autant d'équipes qu'on veut, toutes à la fois.",
    seats_least=2,
    seats_most=1000,
    seats=3,
    rules_version=1,
)
