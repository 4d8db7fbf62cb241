"""Archipel: islands, gold and galleons on an open sea. Two players, turn by turn, nothing hidden."""

from joute.core.info import Info

INFO = Info(
    title="La conquête de l'archipel",
    summary_en="Colonise islands, carry gold and sink fleets: two players, turn by turn, nothing hidden.",
    summary_fr="Coloniser des îles, porter l'or et couler des flottes : deux joueurs, tour par tour, rien de caché.",
    seats_least=2,
    seats_most=2,
    seats=2,
    rules_version=1,
)
