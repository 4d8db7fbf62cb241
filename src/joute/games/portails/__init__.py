"""Portails: portals, links and fields on a grid. Two players, turn by turn, nothing hidden."""

from joute.core.info import Info

INFO = Info(
    title="Portails",
    summary_en="Capture portals, link them and hold the fields between them: two players, turn by turn.",
    summary_fr="Capturer des portails, les lier et tenir les champs qu'ils bordent : deux joueurs, tour par tour.",
    seats_least=2,
    seats_most=2,
    seats=2,
    rules_version=1,
    seat_colours=("blue", "green"),
)
