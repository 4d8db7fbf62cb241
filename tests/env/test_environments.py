"""Learning environments: PettingZoo's own tests, masks that are what the rules answer, one match in all three ways."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

numpy = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")
pytest.importorskip("numba")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

import joute.env  # noqa: E402
from joute import Table, load_game  # noqa: E402
from joute.core.api import _function, action  # noqa: E402
from joute.core.registry import game_names  # noqa: E402
from joute.env.episode import NUMBERS_MOST, Episode, final_rewards  # noqa: E402
from joute.env.masks import List  # noqa: E402
from joute.env.numbering import END, NotNumbered, Numbering  # noqa: E402

GAMES = game_names()
AT_ONCE = ("toy", "casus_belli", "tours_de_magie")
PINNED = json.loads((Path(__file__).parent / "numbers.json").read_text())
SHOWS = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Environment has not defined a render",
]
"""What PettingZoo remarks of every environment with masks, and of one that draws nothing."""


def named(game: str) -> str:
    return f"{game}_v{joute.env.VERSION}"


def made(game: str, backend: str = "native", **options: Any) -> Any:
    return joute.env.make(named(game), backend=backend, **options)


def drawn(mask: Any, generator: Any) -> int:
    """A number that a mask offers; it ends the turn a little oftener than one of many."""
    return END if generator.random() < 0.1 else int(generator.choice(numpy.flatnonzero(mask)))


def same(one: Any, other: Any) -> bool:
    return all(numpy.array_equal(one[part], other[part]) for part in ("observation", "action_mask"))


# PettingZoo's own tests


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings(*SHOWS)
def test_pettingzoo_accepts_the_environment_of_one_order_a_step(game: str) -> None:
    api_test(made(game), num_cycles=40)
    seed_test(lambda: made(game), num_cycles=20)


@pytest.mark.parametrize("game", AT_ONCE)
def test_pettingzoo_accepts_the_environment_of_one_phase_a_step(game: str) -> None:
    parallel_api_test(joute.env.make_parallel(named(game), backend="native"), num_cycles=10)
    parallel_seed_test(lambda: joute.env.make_parallel(named(game), backend="native"), num_cycles=5)


# Masks and observations


@pytest.mark.parametrize("game", GAMES)
def test_a_number_is_offered_if_the_rules_accept_its_order(game: str) -> None:
    """The rules are asked as a table asks them, on what the seat knows, about numbers offered and not."""
    generator = numpy.random.default_rng(5)
    match, offered = Episode(made(game).setting, 5), 0
    rules = match.table.game
    for _ in range(12):
        seat = match.waiting[0]
        world, given, mask = match.table.seat(seat).world, match._lists[seat], match.mask(seat)
        others = generator.choice(len(mask) - 1, 60) + 1
        for number in {*generator.permutation(numpy.flatnonzero(mask[1:]))[:30] + 1, *others}:
            order = match.masks.order(world, seat, int(number), given)
            accepted = isinstance(order, List) or (order is not None and rules.check(world, seat, order) == rules.ok)
            assert bool(mask[number]) == accepted, (number, order)
            offered += accepted
        match.give(seat, drawn(mask, generator))
    assert offered > 20


@pytest.mark.parametrize("game", GAMES)
def test_orders_that_the_game_draws_have_numbers_that_are_offered(game: str) -> None:
    """But for lists, amounts between the powers of two, and rows beyond those that are chosen among."""
    match, numbered = Episode(made(game).setting, 3), 0
    rules = match.table.game
    rng = rules.generator(7)
    for _ in range(15):
        seat = match.waiting[0]
        world, mask = match.table.seat(seat).world, match.mask(seat)
        offered = {match.masks.order(world, seat, int(number)) for number in numpy.flatnonzero(mask[1:]) + 1}
        for _ in range(20):
            row = rules.sample(world, seat, rng)
            if row is not None and (order := _counted_out(match, seat, row)):
                numbered += 1
                assert order in offered
        if row is not None:
            match.table.seat(seat).order(row)
        match.give(seat, END)
    assert numbered > 10


def _counted_out(match: Episode, seat: int, row: tuple[int, ...]) -> tuple[int, ...] | None:
    """The order without a list that has a number and is this one, but for words that no number chooses."""
    block = match.masks.numbering.gives[row[0]]
    if block.split is not None:
        return None
    rows, there = match.masks._rows(block, match.table.seat(seat).world, seat)
    found = numpy.where((rows == rows[0]).all(axis=0), rows[0], row)
    return tuple(found.tolist()) if (rows[there] == found).all(axis=1).any() else None


@pytest.mark.parametrize("game", GAMES)
def test_the_library_offers_and_shows_what_the_interpreter_does(game: str) -> None:
    native, plain = (Episode(made(game, backend).setting, 11) for backend in ("native", "interpreted"))
    generator = numpy.random.default_rng(1)
    for step in range(24):
        seat = native.waiting[0]
        seen = native.observe(seat)
        assert step % 4 or same(seen, plain.observe(seat))
        number = drawn(seen["action_mask"], generator)
        assert native.give(seat, number)
        assert plain.give(seat, number)
    assert native.table.digest == plain.table.digest


def test_an_observation_has_the_columns_in_their_order() -> None:
    environment = made("chartichaud", preset="original")
    environment.reset(seed=4)
    seen, table = environment.observe("seat_0")["observation"], environment.episode.table
    state = table.seat(0).state
    for column in environment.setting.observing.columns:
        values = seen[column.start : column.start + column.rows].tolist()
        if column.table == "cells" and column.name == "gold":
            assert values == list(state.cells.gold)
        if column.table == "players" and column.name == "score":
            assert values == list(state.players.score) == table.scores
    assert seen[0] == 0
    assert environment.observe("seat_1")["observation"][0] == 1


# Matches


@pytest.mark.parametrize(("ranks", "worth"), [([1, 2], [1, -1]), ([1, 1], [0, 0]), ([1, 2, 2, 4], [1, 0, 0, -1])])
def test_rewards_follow_from_ranks_and_sum_to_zero(ranks: list[int], worth: list[float]) -> None:
    assert final_rewards(ranks).tolist() == worth
    assert final_rewards([ranks, ranks]).tolist() == [worth, worth]


def test_a_match_pays_at_its_end_and_says_the_scores() -> None:
    environment = made("chartichaud", max_turns=12)
    environment.reset(seed=2)
    generator = numpy.random.default_rng(2)
    paid = {}
    for agent in environment.agent_iter():
        seen, reward, over, _, info = environment.last()
        if over:
            paid[agent] = reward
            assert info["scores"] == environment.episode.table.scores
            assert info["ranks"] == list(environment.episode.table.result.ranks)
        else:
            assert reward == 0
            assert sum(environment.rewards.values()) == 0
        environment.step(None if over else drawn(seen["action_mask"], generator))
    assert paid == dict(zip(("seat_0", "seat_1"), final_rewards(environment.episode.table.result.ranks), strict=True))
    assert environment.agents == []


def test_what_is_not_offered_changes_nothing_and_a_turn_ends_by_itself() -> None:
    environment = made("portails")
    environment.reset(seed=0)
    first = environment.observe("seat_0")
    refused = int(numpy.flatnonzero(first["action_mask"] == 0)[0])
    for _ in range(NUMBERS_MOST - 1):
        assert environment.agent_selection == "seat_0"
        assert same(environment.observe("seat_0"), first) or environment.episode._given[0] == NUMBERS_MOST - 1
        environment.step(refused)
    assert numpy.flatnonzero(environment.observe("seat_0")["action_mask"]).tolist() == [END]
    environment.step(refused)
    assert environment.agent_selection == "seat_1"
    with pytest.raises(ValueError, match="found 3206, expected a number from 0 to 3205"):
        environment.step(3206)
    many = joute.env.make_vec("portails_v1", 2)
    many.reset(seed=0)
    with pytest.raises(ValueError, match="expected 2 numbers from 0 to 3205"):
        many.step([0, 3206])


@pytest.mark.parametrize("game", AT_ONCE)
def test_a_phase_at_once_is_the_same_as_its_orders_one_by_one(game: str) -> None:
    one, all_at_once = made(game), joute.env.make_parallel(named(game), backend="native")
    one.reset(seed=9)
    seen, infos = all_at_once.reset(seed=9)
    generator = numpy.random.default_rng(9)
    for _ in range(8):
        given: dict[str, list[int]] = {}
        phase = one.episode.table.turn
        while one.agents and one.episode.table.turn == phase:
            agent = one.agent_selection
            numbers = given.setdefault(agent, [])
            if not numbers:
                assert same(seen[agent], one.observe(agent))
                assert infos[agent] == one.infos[agent]
            number = END if len(numbers) == 15 else drawn(one.observe(agent)["action_mask"], generator)
            numbers.append(number)
            one.step(number)
        seen, *_, infos = all_at_once.step(given)
        assert all_at_once.episode.table.digest == one.episode.table.digest


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("autoreset", ["Disabled", "NextStep", "SameStep"])
def test_many_games_are_each_the_same_as_one(game: str, autoreset: str) -> None:
    many = joute.env.make_vec(named(game), 3, autoreset=autoreset)
    ones = [made(game) for _ in range(3)]
    seen, told = many.reset(seed=6)
    generator = numpy.random.default_rng(6)
    for one in ones:
        one.reset(seed=6)
    for _ in range(30):
        for row, one in enumerate(ones):
            assert one.possible_agents[told["seat"][row]] == one.agent_selection
            assert same({part: values[row] for part, values in seen.items()}, one.observe(one.agent_selection))
        numbers = [drawn(mask, generator) for mask in seen["action_mask"]]
        for number, one in zip(numbers, ones, strict=True):
            one.step(number)
        seen, rewards, over, cut, told = many.step(numbers)
        assert not numpy.any([over, cut, rewards])
        assert not told["rewards"].any()
        assert seen in many.observation_space


@pytest.mark.parametrize("autoreset", ["Disabled", "NextStep", "SameStep"])
def test_many_games_end_pay_and_begin_anew(autoreset: str) -> None:
    many = joute.env.make_vec(named("chartichaud"), 4, autoreset=autoreset, max_turns=2)
    first, _ = many.reset(seed=1)
    many.step([END] * 4)
    seen, rewards, over, _, told = many.step([END] * 4)
    assert over.all()
    assert rewards.tolist() == told["rewards"][:, 1].tolist() == final_rewards(told["ranks"])[:, 1].tolist()
    assert same(seen, first) == (autoreset == "SameStep")
    seen, rewards, over, _, told = many.step([END] * 4)
    assert over.all() == (autoreset == "Disabled")
    assert not rewards.any()
    assert same(seen, first) == (autoreset == "NextStep")


# Names and numbers


@pytest.mark.parametrize("game", GAMES)
def test_numbers_are_those_of_the_version(game: str) -> None:
    """Where this fails, the numbers, or the order of what is observed, have changed: raise VERSION, and write anew."""
    for preset in load_game(game).parameters.presets:
        setting = made(game, "interpreted", preset=preset).setting
        text = repr([(block.first, block.rows.tolist()) for block in setting.numbering.blocks])
        columns = repr([(column.table, column.name) for column in setting.observing.columns])
        assert PINNED[f"{game} {preset}"] == [
            setting.numbering.size,
            blake2b((text + columns).encode(), digest_size=8).hexdigest(),
        ]


def test_an_environment_is_also_there_by_name() -> None:
    assert joute.env.portails_v1.env(backend="interpreted").metadata["name"] == "portails_v1"
    with pytest.raises(ValueError, match="environment 'portails_v0' does not exist; there are archipel_v1"):
        joute.env.make("portails_v0")
    with pytest.raises(ValueError, match="portails: its seats act in turn"):
        joute.env.make_parallel("portails_v1", backend="interpreted")
    with pytest.raises(ValueError, match="many games at once need the library of the game: joute build portails"):
        joute.env.make_vec("portails_v1", 2, backend="interpreted")


def test_boards_are_of_one_size() -> None:
    game = load_game("chartichaud")
    boards = [Table(load_game("chartichaud", height=height), seed=1).dump()["board"] for height in (9, 5)]
    with pytest.raises(ValueError, match="board 1 has 1122 numbers for orders, board 0 2018; the boards"):
        made("chartichaud", "interpreted", boards=boards)
    others = [Table(game, seed=seed).dump()["board"] for seed in (1, 2)]
    environment = made("chartichaud", "interpreted", boards=others)
    met = set()
    for seed in range(8):
        environment.reset(seed=seed)
        met.add(environment.episode.table.dump()["board"])
    assert met == set(others)


def test_an_argument_without_bounds_is_named() -> None:
    @action
    def take(count: int) -> int:
        """Take some.

        fr: En prendre.
        """
        raise AssertionError

    game, table = load_game("portails"), Table(load_game("portails"))
    game.api.__dict__["actions"] = (_function("take", take, ["take"]),)
    with pytest.raises(NotNumbered, match="take: argument count has no bounds, so its orders have no numbers"):
        Numbering(game, game.dims(table.board, 2))
