"""What holds in every game (rules, 4.6), looked for in random ones and recomputed by brute force."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import joute

from ..board import cells_of
from ..generator import scattered
from .positions import GAME, STEADY, arranged
from .test_geometry import in_triangle, interference

GAMES = {
    "sujet": joute.load_game(GAME, "sujet", NB_TOURS=30, PREMIER_JOUEUR=0),
    "finale": joute.load_game(GAME, "finale", NB_TOURS=30, PREMIER_JOUEUR=0),
    "crowded": joute.load_game(
        GAME, "finale", NB_TOURS=20, TAILLE_TERRAIN=9, COUT_VIRUS=6, NB_POINTS_ACTION=80, PREMIER_JOUEUR=0
    ),
}
games = st.sampled_from(sorted(GAMES))
seeds = st.integers(0, 2**32 - 1)

Link = tuple[int, int]


class Seen:
    """A state as plain sets, read from the dump alone."""

    def __init__(self, table: joute.Table) -> None:
        state = table.dump()["state"]
        self.cells = [tuple(cell) for cell in table.seat(0).call("liste_portails")]
        self.owner = [row["owner"] for row in state["portals"]]
        self.shields = [row["shields"] for row in state["portals"]]
        self.links: dict[Link, int] = {(row["a"], row["b"]): self.owner[row["a"]] for row in state["links"]}
        self.players = state["players"]
        self.scores = table.scores

    @property
    def fields(self) -> list[tuple[int, int, int]]:
        """All 3-cliques."""
        near: dict[int, set[int]] = {}
        for a, b in self.links:
            near.setdefault(a, set()).add(b)
        return sorted((a, b, c) for a, b in self.links for c in near.get(b, set()) & near[a])


def twice_area(seen: Seen, corners: tuple[int, int, int]) -> int:
    (ax, ay), (bx, by), (cx, cy) = (seen.cells[corner] for corner in corners)
    return abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay))


def play_turn(table: joute.Table, rng: Any) -> None:
    """The random turn of the seat that is asked."""
    for index in table.turn.seats:
        seat = table.seat(index)
        row = table.game.sample(seat.world, index, rng)
        while row is not None:
            assert seat.order(row) == table.game.ok
            row = table.game.sample(seat.world, index, rng)


def check_4_6(table: joute.Table) -> None:
    """Every invariant of 4.6, by brute force."""
    seen, game = Seen(table), table.game
    for a, b in seen.links:
        assert seen.owner[a] == seen.owner[b] in (0, 1)
    for (a, b), (c, d) in combinations(seen.links, 2):
        assert not interference(*(seen.cells[end] for end in (a, b, c, d)))
    for owner, shields in zip(seen.owner, seen.shields, strict=True):
        assert 0 <= shields <= game.params["MAX_BOUCLIERS"]
        assert owner >= 0 or shields == 0
    for player in seen.players:
        assert player["action_points"] >= 0 <= player["move_points"]
    count = len(seen.cells)
    if count >= 3:
        assert len(seen.links) <= 3 * count - 6
        assert len(seen.fields) <= 3 * count - 8
    check_fields(table, seen)


def check_fields(table: joute.Table, seen: Seen) -> None:
    """The fields that the API gives are the 3-cliques, and a portal is covered when some field has it inside."""
    call = table.seat(0).call
    found = call("liste_champs")
    wanted = [(*(seen.cells[corner] for corner in corners), seen.owner[corners[0]]) for corners in seen.fields]
    assert [tuple(field) for field in found] == wanted
    for corners in seen.fields:
        assert len({seen.owner[corner] for corner in corners}) == 1
        assert twice_area(seen, corners) > 0
    for cell in seen.cells:
        around = [field for field in wanted if in_triangle(cell, *field[:3])]
        assert [tuple(field) for field in call("case_champs", cell)] == around
        assert call("case_dans_champ", cell) is bool(around)


def history(before: Seen, after: Seen, player: int) -> dict[str, list[Any]]:
    """5  The net difference of a turn of `player`, from what was seen at its two ends."""
    pairs = range(len(after.cells))
    links = [link for link in sorted(after.links) if before.links.get(link) != after.links[link]]
    sides = [(corners, {corners[:2], corners[1:], corners[::2]}) for corners in after.fields]
    return {
        "hist_portails_captures": [n for n in pairs if after.owner[n] == player != before.owner[n]],
        "hist_portails_neutralises": [n for n in pairs if before.owner[n] == 1 - player != after.owner[n]],
        "hist_liens_crees": [(*link, after.links[link]) for link in links],
        "hist_champs_crees": [(*c, after.owner[c[0]]) for c, of in sides if of & set(links)],
        "hist_boucliers_ajoutes": [n for n in pairs for _ in range(after.shields[n] - before.shields[n])],
    }


def told(table: joute.Table, viewer: int, seen: Seen) -> dict[str, list[Any]]:
    """What the API tells, with portals by number."""
    number = {cell: n for n, cell in enumerate(seen.cells)}

    def plain(value: Any) -> Any:
        if isinstance(value, int):
            return value
        return number[tuple(value)] if tuple(value) in number else tuple(plain(part) for part in value)

    names = ("portails_captures", "portails_neutralises", "liens_crees", "champs_crees", "boucliers_ajoutes")
    return {f"hist_{name}": [plain(row) for row in table.seat(viewer).call(f"hist_{name}")] for name in names}


@settings(STEADY, max_examples=60)
@given(games, seeds)
def test_4_6_invariants_of_random_games(name: str, seed: int) -> None:
    table = joute.Table(GAMES[name], seed=seed)
    rng = table.game.generator(seed)
    table.end_phase()
    while table.turn.callback == "jouer_tour":
        scores, player = table.scores, table.turn.seats[0]
        play_turn(table, rng)
        table.end(player)
        assert all(new >= old for old, new in zip(scores, table.scores, strict=True))
        if table.turn.number % 4 == 0:
            check_4_6(table)
    check_4_6(table)


@settings(STEADY, max_examples=30)
@given(games, seeds)
def test_4_4_and_5_each_turn_pays_and_tells_the_difference(name: str, seed: int) -> None:
    table = joute.Table(GAMES[name], seed=seed)
    rng = table.game.generator(seed)
    table.end_phase()
    kept: list[dict[str, list[Any]]] = [{}, {}]
    before = Seen(table)
    while table.turn.callback == "jouer_tour":
        player = table.turn.seats[0]
        play_turn(table, rng)
        running = [table.seat(player).call("score", number) for number in (0, 1)]
        table.end(player)
        after = Seen(table)
        area = sum(twice_area(after, c) for c in after.fields if after.owner[c[0]] == player)
        running[player] += area * table.game.params["POINTS_CHAMP"] // 2
        assert after.scores == running
        kept[1 - player] = history(before, after, player)
        for viewer in (0, 1):
            assert told(table, viewer, after) == (kept[viewer] or {key: [] for key in kept[1 - player]})
        before = after


@settings(STEADY, max_examples=100)
@given(games, seeds, st.integers(0, 30), st.lists(st.booleans(), max_size=40))
def test_6_4_undo_is_exact(name: str, seed: int, phases: int, undoes: list[bool]) -> None:
    """Whatever is done and undone, the draft is the one that the orders kept would have made."""
    table = joute.Table(GAMES[name], seed=seed)
    rng = table.game.generator(seed)
    table.end_phase()
    for _ in range(phases):
        play_turn(table, rng)
        table.end(table.turn.seats[0])
    seat = table.seat(table.turn.seats[0])
    states = [table.game.layout.snapshot(seat.state)]
    for undo in undoes:
        if undo:
            assert seat.call("annuler") is (len(states) > 1)
            states = states[:-1] or states
        else:
            row = table.game.sample(seat.world, seat.index, rng)
            if row is not None and seat.order(row) == table.game.ok:
                states.append(table.game.layout.snapshot(seat.state))
        assert table.game.layout.snapshot(seat.state) == states[-1]


def woven(seed: int) -> joute.Table:
    """More than 200 portals, all of J0, each linked in one endless turn with all of the nearest that can be."""
    board = scattered(45, False, seed, cells_per_portal=10)
    riches = {"NB_POINTS_ACTION": 10**6, "NB_POINTS_DEPLACEMENT": 10**6}
    table = arranged("finale", (0, 0), dict.fromkeys(cells_of(board), "J0"), TAILLE_TERRAIN=45, **riches)
    call, cells = table.seat(0).call, cells_of(board)
    for here in cells:
        call("deplacer", here)
        for there in sorted(cells, key=lambda cell: (cell[0] - here[0]) ** 2 + (cell[1] - here[1]) ** 2)[1:14]:
            call("lier", there)
    table.end(0)
    return table


def test_200_portals_agree_with_brute_force() -> None:
    table = woven(3)
    seen, call = Seen(table), table.seat(0).call
    assert len(seen.cells) > 200
    assert len(seen.links) > 500
    assert len(seen.fields) > 300
    check_4_6(table)
    for a, b in list(combinations(range(len(seen.cells)), 2))[::997]:
        blocking = [link for link in sorted(seen.links) if interference(*(seen.cells[e] for e in (a, b, *link)))]
        found = call("liens_bloquants", seen.cells[a], seen.cells[b])
        assert [tuple(link[:2]) for link in found] == [(seen.cells[c], seen.cells[d]) for c, d in blocking]
    for a, b in list(seen.links)[::7]:
        linked = {tuple(sorted((a, b, w))) for w in range(len(seen.cells)) if joins(seen, a, w) and joins(seen, b, w)}
        fields = call("champs_incidents_segment", seen.cells[b], seen.cells[a])
        assert [tuple(f[:3]) for f in fields] == [tuple(seen.cells[n] for n in corners) for corners in sorted(linked)]


def joins(seen: Seen, a: int, b: int) -> bool:
    return (min(a, b), max(a, b)) in seen.links
