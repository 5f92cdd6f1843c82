"""Counting across games: by key and by rules, and only what is valid."""

from __future__ import annotations

from pathlib import Path

from scatnet.audit.tally import COMPUTERS, GameTally, SkippedLog, add_up, tally_log
from scatnet.audit.verify import skim_log
from scatnet.rules.ruleset import PRESETS
from scatnet.table.happenings import HappeningKind
from scatnet.table.state import Stage
from tests.audit.helpers import audited, game, records_of, vote, write_log
from tests.table.helpers import begun_table, fast_params, idle


def tallied(path: Path) -> GameTally:
    tally = tally_log(path, fast_params())
    assert isinstance(tally, GameTally)
    return tally


def test_a_game_is_counted_by_key_with_knocks_and_thirty_ones(tmp_path: Path) -> None:
    table = game(rules=PRESETS["kitchen"], seed=8)
    path = write_log(tmp_path / "log", records_of(table))
    tally = tallied(path)
    assert set(tally.players) == {who.public for who in table.identities}
    assert (tally.rules, tally.finished, tally.rounds) == ("kitchen", True, table.state.rounds)
    happened = [each for note in audited(path).chronicle.notes for each in note.happenings]
    knocks = sum(each.kind is HappeningKind.KNOCKED for each in happened)
    declared = sum(each.kind in (HappeningKind.CALLED, HappeningKind.DECLARED) for each in happened)
    counts = [counts for _name, counts in tally.players.values()]
    assert sum(one.wins for one in counts) == 1
    assert sum(one.knocks_won + one.knocks_lost for one in counts) == knocks
    assert sum(one.thirty_ones for one in counts) == declared
    assert max(one.rounds for one in counts) == table.state.rounds


def test_games_add_up_over_players_and_rules(tmp_path: Path) -> None:
    paths = [
        write_log(tmp_path / "a", records_of(game(rules=PRESETS["kitchen"], seed=8))),
        write_log(tmp_path / "b", records_of(game(rules=PRESETS["classic"], seed=8))),
        write_log(tmp_path / "c", records_of(game(seed=8))),
    ]
    tally = add_up(tallied(path) for path in paths)
    assert tally.games == 3
    assert set(tally.rules) == {"kitchen", "classic", "kitchen+"}
    assert len(tally.players) == 4  # the same people each time
    for player in tally.players.values():
        assert player.total.games == 3
        assert player.total.rounds == sum(counts.rounds for counts in player.by_rules.values())


def test_computer_players_count_as_one(tmp_path: Path) -> None:
    table = begun_table(seats=4, computers={1: 0, 2: 0, 3: 0}, seed=4)
    table.play_until(Stage.OPENING)
    while table.state.rounds < 2:
        table.play_step()
    tally = tallied(write_log(tmp_path / "log", records_of(table)))
    assert set(tally.players) == {COMPUTERS, table.identities[0].public}
    assert tally.players[COMPUTERS][1].games == 3


def test_a_log_that_is_not_valid_is_left_out_with_its_reason(tmp_path: Path) -> None:
    records = records_of(game(rounds=1))
    found = tally_log(write_log(tmp_path / "log", records[:-9] + records[-8:]), fast_params())
    assert isinstance(found, SkippedLog)
    assert found.why
    tally = add_up([found])
    assert (tally.games, tally.skipped) == (0, [found])
    assert isinstance(tally_log(tmp_path / "nothing", fast_params()), SkippedLog)


def test_a_table_without_a_game_counts_for_nothing(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", records_of(game(rounds=1))[:2])
    assert tally_log(path, fast_params()) is None


def test_a_plain_log_is_skimmed_and_one_with_votes_is_not(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", records_of(game(rounds=1)))
    skimmed, full = skim_log(path, params=fast_params()), audited(path)
    assert skimmed is not None
    assert skimmed.heads == full.heads
    table = begun_table(seats=3, seed=2, chooser=idle)
    table.play_until(Stage.TURN)
    others = [who for who in table.identities if who.public != table.state.seats[table.acting].key]
    votes = [vote(who, table, table.acting) for who in others]
    assert skim_log(write_log(path, [*records_of(table), *votes]), params=fast_params()) is None
