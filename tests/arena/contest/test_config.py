"""contest.toml: what it declares, and what is refused."""

from __future__ import annotations

import pytest

from joute.arena.contest.config import Access, ContestError, LadderRules, Quotas, Times

from .springs import CONTEST, spring


def test_the_least_contest_has_the_usual_settings(tmp_path):
    plan = spring(tmp_path, text='name = "Spring"\ngame = "portails"\n')
    assert plan.name == "Spring"
    assert plan.settings.times == Times()
    assert plan.settings.access == Access()
    assert plan.settings.quotas == Quotas()
    assert plan.settings.ladder == LadderRules()
    assert plan.house[:2] == ("idle", "random")
    assert plan.store == str(tmp_path / "store")
    assert plan.game.format.kind == "ladder"
    assert plan.game.secret_seeds


def test_hidden_boards_are_played_and_not_shown(tmp_path):
    more = '[boards]\nnames = ["amas-30"]\n[hidden_boards]\ngenerate = 3\n'
    plan = spring(tmp_path, text=f'name = "S"\ngame = "portails"\npreset = "finale"\n{more}')
    assert plan.settings.public_boards == plan.game.boards
    assert len(plan.game.boards) == 1
    assert plan.game.generate == 3


def test_times_are_kept_in_utc(tmp_path):
    plan = spring(tmp_path, text=f"{CONTEST}[times]\nopens = 2027-03-01T08:00:00+01:00\n")
    assert plan.settings.times.opens is not None
    assert plan.settings.times.opens.isoformat() == "2027-03-01T07:00:00+00:00"


def test_the_table_may_freeze_before_the_deadline_and_play_may_stop_before_it(tmp_path):
    order = ("opens", "ranked_closes", "table_freezes", "submissions_close", "table_thaws")
    lines = [f"{name} = 2027-03-0{day}T08:00:00Z" for day, name in enumerate(order, 1)]
    times = spring(tmp_path, text=f"{CONTEST}[times]\n" + "\n".join(lines)).settings.times
    assert sorted(order, key=lambda name: getattr(times, name)) == list(order)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[time]\n", "unknown key 'time'; did you mean 'times'?"),
        ("[times]\nopen = 2027-03-01T08:00:00Z\n", "unknown key 'times.open'; did you mean 'opens'?"),
        (
            "[times]\nopens = 2027-03-01T08:00:00\n",
            "times.opens: found 2027-03-01T08:00:00, which says no time zone; write 2027-03-01T08:00:00Z for UTC, or "
            "2027-03-01T08:00:00+01:00",
        ),
        (
            "[times]\nopens = 2027-03-02T08:00:00Z\nsubmissions_close = 2027-03-01T08:00:00Z\n",
            "times.submissions_close: it is not after times.opens",
        ),
        (
            "[times]\ntable_freezes = 2027-03-02T08:00:00Z\ntable_thaws = 2027-03-02T08:00:00Z\n",
            "times.table_thaws: it is not after times.table_freezes",
        ),
        ("[quotas]\nsubmissions_an_hour = 0\n", "quotas.submissions_an_hour: Expected `int` >= 1"),
        ("[limits]\nmemory_mb = 1\n", "limits.memory_mb: found 1, expected 32 to 1000000000"),
        (
            '[[exercises]]\nname = "one"\nbeat = "weaver"\n',
            "exercises[0].beat: no champion 'weaver' in the ladder; there are idle, random",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(tmp_path, text, message):
    with pytest.raises(ContestError) as refusal:
        spring(tmp_path, text=f"{CONTEST}{text}")
    assert str(refusal.value) == f"{tmp_path / 'contest.toml'}: {message}"


def test_a_house_champion_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(ContestError, match=r"ladder\.house: no champion 'nobody'; chartichaud comes with idle, random"):
        spring(tmp_path, text=CONTEST.replace('"idle"', '"nobody"'))


def test_a_secret_is_read_from_its_own_file(tmp_path):
    plan = spring(tmp_path)
    (tmp_path / "secret").write_text(" s3cret\n")
    assert plan.secret("secret") == "s3cret"
    with pytest.raises(ContestError, match="missing: cannot be read"):
        plan.secret("missing")
