"""Chartichaud: settlers, soldiers and gold in the fog. Two players, turn by turn, live."""

from joute.core.info import Info

INFO = Info(
    title="Chartichaud",
    summary_en="Harvest gold, raise buildings and fight in the fog: two players, turn by turn.",
    summary_fr="Récolter l'or, bâtir et se battre dans le brouillard : deux joueurs, tour par tour.",
    seats_least=2,
    seats_most=2,
    seats=2,
    rules_version=1,
    seat_names=("A", "B"),
)
