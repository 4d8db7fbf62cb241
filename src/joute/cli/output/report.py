"""What a person reads at the end of a match: the result, and why a champion failed."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from joute.champions.checks.report import fault_lines, time_text
from joute.cli.exits import save_traceback, say
from joute.core.control_chars import one_line
from joute.core.text import Text, read_here, text_of, words

from .printing import print_table

if TYPE_CHECKING:
    from joute.champions.players.profile import Profile
    from joute.core.game import Game
    from joute.core.world import Result
    from joute.match.referee import MatchResult
    from joute.match.replay import PhaseLine, Replay
    from joute.match.verdict import Fault


class Played(NamedTuple):
    """A match that has been played: who, on which seed, how it ended, and where its replay is."""

    game: Game
    names: tuple[str, ...]
    seed: int
    match: MatchResult
    path: Path | None
    page: Path | None = None
    profiles: tuple[Profile | None, ...] = ()
    """With --profile: where the time of each went."""

    @property
    def phases(self) -> tuple[PhaseLine, ...]:
        from joute.match.replay import PhaseLine

        return tuple(line for line in self.match.record if isinstance(line, PhaseLine))

    def slowest(self, seat: int) -> str:
        """The turn in which a champion took longest; of one that was never asked, none."""
        asked = [(line.wall_ms[line.seats.index(seat)], -line.turn) for line in self.phases if seat in line.seats]
        return str(-max(asked)[1]) if asked else ""

    @property
    def replay(self) -> Replay:
        """Its replay, from the lines written."""
        from joute.match.replay import Header, Replay, ResultLine

        header, *rest = self.match.record
        assert isinstance(header, Header)
        result = next((line for line in rest if isinstance(line, ResultLine)), None)
        return Replay(header, self.phases, result)

    def called(self, seat: int) -> str:
        return f"{one_line(self.names[seat])} ({self.game.info.seat_name(seat)})"


def as_json(played: Played) -> dict[str, Any]:
    """A match as one object."""
    import msgspec

    result, void = played.match.result, played.match.void
    return {
        "game": played.game.name,
        "preset": played.game.preset,
        "params": played.game.overrides,
        "seed": played.seed,
        "players": list(played.names),
        "scores": list(result.scores),
        "ranks": [] if void else list(result.ranks),
        "winners": [] if void else list(result.winners),
        "reason": result.reason,
        "reports": [
            {name: msgspec.to_builtins(getattr(report, name)) for name in report.__struct_fields__}
            for report in played.match.reports
        ],
        "replay": str(played.path) if played.path else None,
        "page": str(played.page) if played.page else None,
        "void": void,
    }


WON, DRAW, LOST = Text("won", "gagné"), Text("draw", "nul"), Text("lost", "perdu")


def verb(result: Result, seat: int) -> Text:
    """Won, lost or draw."""
    if result.ranks[seat] != 1:
        return LOST
    return WON if result.winners == (seat,) else DRAW


def headline(played: Played) -> str:
    """Who won, and why, in one line."""
    from joute.core.scenes import USUAL_NAMES

    game, result = played.game, played.match.result
    names = USUAL_NAMES | dict(game.scenes.names)
    cause = Text(result.reason.replace("_", " "), text_of(names.get(result.reason, result.reason)).fr)
    reason = f" ({read_here(cause)})" if result.reason else ""
    winners = [played.called(seat) for seat in result.winners]
    ending = (
        words(f"{winners[0]} wins", f"{winners[0]} gagne")
        if len(winners) == 1
        else words(f"a draw between {', '.join(winners)}", f"match nul entre {', '.join(winners)}")
    )
    return words(
        f"{game.name}, preset {game.preset}, seed {played.seed}: {ending}{reason}",
        f"{game.name}, réglage {game.preset}, graine {played.seed} : {ending}{reason}",
    )


def print_match(played: Played) -> None:
    """The table of a match."""
    result = played.match.result
    rows = [
        (
            played.game.info.seat_name(seat),
            played.names[seat],
            read_here(verb(result, seat)),
            str(result.ranks[seat]),
            str(result.scores[seat]),
            read_here(report.verdict.text),
            str(report.strikes),
            time_text(report.worst_ms),
            played.slowest(seat),
            time_text(report.wall_ms),
        )
        for seat, report in enumerate(played.match.reports)
    ]
    print(headline(played))
    texts = (words("seat", "place"), "champion", words("result", "résultat"))
    numbers = (words("rank", "rang"), "score")
    times = (
        words("strikes", "fautes"),
        words("slowest", "le plus long"),
        words("in turn", "au tour"),
        words("total time", "temps total"),
    )
    print_table([*texts, *numbers, "verdict", *times], rows, right=[*numbers, *times])


def print_faults(played: Played, again: str) -> None:
    """A paragraph for each champion that failed; `again` is the command that plays the match again."""
    for seat, report in enumerate(played.match.reports):
        if report.faults:
            print(f"\n{fault_text(played, seat, report.faults[0], again)}")
            if len(report.faults) > 1:
                print(
                    words(
                        f"  It failed {len(report.faults)} times in all; this was the first.",
                        f"  Il a échoué {len(report.faults)} fois en tout ; voici la première.",
                    )
                )


def fault_text(played: Played, seat: int, fault: Fault, again: str) -> str:
    """What happened to a champion, when, what it was doing, and what to do about it."""
    topic = fault.verdict.lower().replace("_", "-")
    lines = fault_lines(played.called(seat), fault)
    lines += [
        words(f"  More about it: joute docs {topic}", f"  En savoir plus : joute docs {topic}"),
        words(
            "  What to do: mend it, then play the same match again:",
            "  Que faire : réparez-le, puis rejouez le même match :",
        ),
        f"    {one_line(again)}",
    ]
    if played.path is not None:
        file = one_line(shlex.quote(str(played.path)))
        names = one_line(shlex.join(played.names))
        lines += [
            words("  or run it alone through the same match:", "  ou faites-le rejouer seul le même match :"),
            f"    joute rerun {file} --seat {seat} {one_line(shlex.quote(played.names[seat]))}",
            words(
                "  or see what it saw, and play on from that turn:",
                "  ou voyez ce qu'il voyait, et jouez à partir de ce tour :",
            ),
            f"    joute show {file} --turn {fault.turn} --seat {seat}",
            f"    joute run {played.game.name} {names} --from {file}:{fault.turn}",
        ]
    else:
        lines.append(
            words(
                "  With «-o match.jsonl» you get a replay, and «joute rerun» runs it alone through the same match.",
                "  Avec « -o match.jsonl » on obtient un replay, et « joute rerun » lui fait rejouer seul le même "
                "match.",
            )
        )
    return "\n".join(lines)


def print_next(played: Played, again: str) -> None:
    """How to keep, watch and verify the replay."""
    if played.page is not None:
        print(
            words(
                f"\nPage in {one_line(str(played.page))}: open it in a browser",
                f"\nPage dans {one_line(str(played.page))} : ouvrez-la dans un navigateur",
            )
        )
        return
    if played.path is None:
        print(
            words(
                f"\nTo keep and watch it:  {one_line(again)} -o match.jsonl && joute watch match.jsonl",
                f"\nPour le garder et le regarder :  {one_line(again)} -o match.jsonl && joute watch match.jsonl",
            )
        )
        return
    file = one_line(shlex.quote(str(played.path)))
    print(
        words(
            f"\nReplay in {one_line(str(played.path))}\n  joute watch {file}\n  joute verify {file}",
            f"\nReplay dans {one_line(str(played.path))}\n  joute watch {file}\n  joute verify {file}",
        )
    )


def print_void(played: Played) -> None:
    """Say that the engine failed, and that nobody has lost."""
    saved = save_traceback(played.match.void)
    say(
        words(
            f"the match on seed {played.seed} is void: joute itself failed, and nobody has won or lost.\n{saved}",
            f"le match sur la graine {played.seed} est annulé : joute lui-même a échoué, et personne n'a gagné ni "
            f"perdu.\n{saved}",
        )
    )
    if played.path is not None:
        say(
            words(
                f"the replay {played.path} holds what was played; please send it along",
                f"le replay {played.path} contient ce qui a été joué ; merci de le joindre",
            )
        )


def print_summary(matches: Sequence[Played]) -> None:
    """The table of many matches."""
    sound = [played for played in matches if not played.match.void]
    first = matches[0]
    voided = (
        words(f", {len(matches) - len(sound)} void", f", {len(matches) - len(sound)} annulés")
        if len(sound) < len(matches)
        else ""
    )
    seeds = words(f"seeds {first.seed} to {matches[-1].seed}", f"graines {first.seed} à {matches[-1].seed}")
    count = words(
        f"{len(matches)} match{'es' if len(matches) > 1 else ''}",
        f"{len(matches)} match{'s' if len(matches) > 1 else ''}",
    )
    print(
        words(
            f"{first.game.name}, preset {first.game.preset}, {seeds}: {count}{voided}",
            f"{first.game.name}, réglage {first.game.preset}, {seeds} : {count}{voided}",
        )
    )
    rows = []
    for seat, name in enumerate(first.names):
        ends = [verb(played.match.result, seat) for played in sound]
        scores = [played.match.result.scores[seat] for played in sound]
        faults = sum(bool(played.match.reports[seat].faults) for played in sound)
        mean = f"{sum(scores) / len(scores):.1f}" if scores else ""
        counts = (str(ends.count(end)) for end in (WON, DRAW, LOST))
        rows.append((first.game.info.seat_name(seat), name, *counts, mean, str(faults)))
    columns = (
        words("seat", "place"),
        "champion",
        words("wins", "gagnés"),
        words("draws", "nuls"),
        words("losses", "perdus"),
        words("mean score", "score moyen"),
        words("faults", "échecs"),
    )
    print_table(columns, rows, right=columns[2:])
