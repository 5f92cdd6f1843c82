"""The report in text and JSON: everything that a stranger wants to know, and nothing that the log does not say."""

from __future__ import annotations

import json
from pathlib import Path

from scatnet.audit import Verdict, fault_text
from scatnet.audit.as_json import audits_json
from scatnet.audit.compare import compare
from scatnet.audit.report import LossReason, Report, Standing, report_of
from scatnet.audit.text import report_lines
from scatnet.log import ZERO, Event, Kind, fingerprint, make_event
from scatnet.rules.cards import DECK_SIZE
from scatnet.rules.ruleset import PRESETS
from scatnet.rules.showdown import EndedBy
from scatnet.table.state import Stage
from tests.audit.helpers import audited, game, records_of, vote
from tests.table.helpers import Table, begun_table, idle


def reported(tmp_path: Path, table: Table) -> Report:
    report = report_of(audited(tmp_path / "log", records_of(table)))
    assert report is not None
    return report


def test_a_report_names_the_players_with_their_keys_and_how_they_stand(tmp_path: Path) -> None:
    table = game(rules=PRESETS["kitty"])
    report = reported(tmp_path, table)
    assert table.state.game is not None
    assert report.names == tuple(seat.name for seat in table.state.seats)
    assert [player.fingerprint for player in report.players] == [fingerprint(seat.key) for seat in table.state.seats]
    assert report.winners == table.state.game.winners
    assert {player.seat for player in report.players if player.standing is Standing.WON} == set(report.winners)
    assert sum(player.payout for player in report.players) == report.kitty == table.state.game.kitty


def test_a_computer_player_is_told_apart_with_its_operator(tmp_path: Path) -> None:
    table = begun_table(seats=3, computers={2: 0}, seed=4)
    table.play_until(Stage.OPENING)
    (computer,) = [player for player in reported(tmp_path, table).players if player.computer]
    assert (computer.name, computer.operator_name) == ("Player 2", "Player 0")
    assert computer.operator == fingerprint(table.identities[0].public)


def test_lives_and_losses_of_the_rounds_add_up(tmp_path: Path) -> None:
    table = game(rules=PRESETS["nordic"], seed=9)
    report = reported(tmp_path, table)
    assert table.state.game is not None
    assert len(report.rounds) == table.state.rounds == len(report.lives) - 1
    assert report.lives[0] == (3,) * 4
    assert report.lives[-1] == table.state.game.lives
    for line, before, after in zip(report.rounds, report.lives, report.lives[1:], strict=False):
        lost = {loss.seat: loss.lives for loss in line.losses}
        for seat in range(4):
            assert before[seat] - after[seat] <= lost.get(seat, 0)
            assert lost.get(seat, 0) or before[seat] == after[seat]
        assert line.note.end is not None
        if line.note.end.ended_by is EndedBy.THIRTY_ONE:
            assert {loss.reason for loss in line.losses} == {LossReason.THIRTY_ONE}


def test_every_loss_in_many_games_has_the_reason_that_the_rules_give(tmp_path: Path) -> None:
    for preset, seed in (("kitchen", 1), ("classic", 2), ("kitty", 3), ("cadillac", 4)):
        report = reported(tmp_path, game(seats=3, rules=PRESETS[preset], rounds=5, seed=seed))
        for line in report.rounds:
            end = line.note.end
            assert end is not None
            for loss in line.losses:
                match loss.reason:
                    case LossReason.LOWEST | LossReason.KNOCKED_LOWEST:
                        assert end.scores[loss.seat] == min(end.scores.values())
                    case LossReason.BELOW_BEST:
                        assert end.scores[loss.seat] < max(end.scores.values())
                    case LossReason.THIRTY_ONE:
                        assert loss.seat not in end.thirty_ones
                    case _:
                        raise AssertionError(loss.reason)
                alone = loss.reason is LossReason.KNOCKED_LOWEST
                assert (loss.lives == report.rules.knocker_penalty) if alone else (loss.lives == 1)


def test_what_was_shown_and_what_stayed_hidden_is_counted_by_the_card(tmp_path: Path) -> None:
    report = reported(tmp_path, game())
    for line in report.rounds:
        assert line.note.end is not None
        shown = {card for cards in line.note.end.shown.values() for card in cards}
        assert shown <= line.note.open_cards
        assert line.note.hidden_cards == DECK_SIZE - len(line.note.open_cards)
    assert report.hidden_cards + report.open_cards == DECK_SIZE * len(report.rounds)
    shuffles = sum(len(line.note.order) for line in report.rounds)
    assert report.proven.shuffles == report.proven.keys == shuffles


def test_the_text_begins_with_the_verdict_and_tells_every_round(tmp_path: Path) -> None:
    audit = audited(tmp_path / "log", records_of(game()))
    report = report_of(audit)
    assert report is not None
    lines = report_lines(audit, report)
    assert lines[0].startswith("This log is valid")
    assert "won the game" in lines[1]
    for line in report.rounds:
        assert any(f"Round {line.note.number}:" in text for text in lines)
    assert all(text.isprintable() for text in lines)


def test_the_text_of_a_bad_log_names_its_first_fault_before_anything_else(tmp_path: Path) -> None:
    records = records_of(game(rounds=1))
    missing = records[15]
    audit = audited(tmp_path / "log", [record for record in records if record is not missing])
    lines = report_lines(audit, report_of(audit))
    assert lines[0] == "This log is not valid."
    assert lines[1] == fault_text(audit.faults[0])
    assert audit.faults[0].name in lines[1]


def test_an_unfinished_game_says_whom_it_waits_for(tmp_path: Path) -> None:
    table = begun_table(seats=3, seed=2, chooser=idle)
    table.play_until(Stage.TURN)
    audit = audited(tmp_path / "log", records_of(table))
    name = table.state.seats[table.acting].name
    assert audit.verdict is Verdict.VALID
    assert f"The game waits for {name}." in report_lines(audit, report_of(audit))


def test_a_table_at_which_nobody_played_yet_is_valid_and_says_so(tmp_path: Path) -> None:
    records = records_of(game(rounds=1))[:4]
    audit = audited(tmp_path / "log", records)
    lines = report_lines(audit, report_of(audit))
    assert audit.verdict is Verdict.VALID
    assert "The game has not begun." in lines


def test_the_json_has_every_field_of_its_schema_and_survives_json(tmp_path: Path) -> None:
    table = game()
    audit = audited(tmp_path / "log", records_of(table))
    made = audits_json([audit], [report_of(audit)], [])
    told = json.loads(json.dumps(made))
    assert set(told) == {"schema", "verdict", "agree", "logs", "comparisons"}
    assert (told["schema"], told["verdict"], told["agree"]) == (1, "valid", None)
    (one,) = told["logs"]
    assert set(one) == {
        "file", "verdict", "why", "finished", "records", "bytes", "torn_bytes", "fault", "faults", "irregularities",
        "report",
    }  # fmt: skip
    report = one["report"]
    assert report["head"] == table.state.head.hex()
    assert report["steps"] == len(table.steps)
    assert report["rules"]["preset"] == "kitchen"
    assert report["rules"]["changes"] == {"lives": 1}
    assert [player["key"] for player in report["players"]] == [seat.key.hex() for seat in table.state.seats]
    for line in report["rounds"]:
        assert line["complete"]
        assert len(line["lives"]) == 4
        assert line["ended_by"] in [ending.value for ending in EndedBy]
        for seat, cards in line["shown"].items():
            assert len(cards) == 3
            assert int(seat) in line["order"]


def test_the_json_of_a_bad_log_names_event_author_and_reason(tmp_path: Path) -> None:
    records = records_of(game(rounds=1))
    audit = audited(tmp_path / "log", [*records[:20], records[19], *records[20:]])
    told = audits_json([audit], [report_of(audit)], [])
    assert told["verdict"] == "not_valid"
    fault = json.loads(json.dumps(told))["logs"][0]["fault"]
    assert fault["code"] == "repeated"
    assert fault["record"] == 21
    event = records[19]
    assert isinstance(event, Event)
    assert fault["author"] == event.author.hex()
    assert fault["sentence"].endswith(fault["reason"])
    assert {"kind", "head", "step", "seat", "name", "offset"} <= set(fault)


def test_logs_of_one_table_agree_whatever_order_their_records_have(tmp_path: Path) -> None:
    records = records_of(game(rounds=1))
    first = audited(tmp_path / "a", records)
    second = audited(tmp_path / "b", [*records[:-3], records[-2], records[-3], records[-1]])
    (comparison,) = compare([first, second])
    assert comparison.same
    assert first.state is not None
    assert comparison.steps == (first.state.number,) * 2


def test_a_log_that_is_the_beginning_of_another_agrees_as_far_as_it_goes(tmp_path: Path) -> None:
    table = game()
    whole = audited(tmp_path / "a", records_of(table))
    part = audited(tmp_path / "b", records_of(game(rounds=1)))
    assert whole.state is not None
    assert part.state is not None
    (comparison,) = compare([whole, part])
    assert not comparison.same
    assert not comparison.partings
    assert comparison.common == part.state.number


def test_logs_that_part_are_told_where_and_how(tmp_path: Path) -> None:
    table = begun_table(seats=3, seed=2, chooser=idle)
    table.play_until(Stage.TURN)
    seat, at = table.acting, table.state.number
    voters = [who for who in table.identities if who.public != table.state.seats[seat].key]
    votes = [vote(who, table, seat) for who in voters]
    other = table.copy()
    other.lapse(seat)
    table.play_step()
    audits = [
        audited(tmp_path / "a", records_of(table)),
        audited(tmp_path / "b", records_of(other, {at: votes})),
        audited(tmp_path / "c", records_of(game(rounds=1))),
    ]
    (comparison,) = compare(audits)
    assert comparison.logs == (0, 1)
    assert comparison.common == at
    assert [parting.outcomes for parting in comparison.partings] == [((seat, "draw"),), ((seat, ""),)]
    told = json.loads(json.dumps(audits_json(audits, [report_of(audit) for audit in audits], [comparison])))
    assert told["agree"] is False


def test_a_torn_end_is_told_and_the_rest_is_valid(tmp_path: Path) -> None:
    path = tmp_path / "log"
    audited(path, records_of(game()))
    data = path.read_bytes()
    path.write_bytes(data + data[10:30])
    audit = audited(path)
    assert audit.verdict is Verdict.VALID
    assert audit.torn == 20
    assert any("20 bytes" in line for line in report_lines(audit, report_of(audit)))


def test_the_revision_of_a_later_program_makes_a_log_unreadable(tmp_path: Path) -> None:
    table = game(rounds=1)
    assert table.opening is not None
    body = (*table.opening.body[:6], 2, *table.opening.body[7:])
    later = make_event(table.identities[0], table=ZERO, head=ZERO, kind=Kind.OPEN, body=body)
    audit = audited(tmp_path / "log", [later])
    assert audit.verdict is Verdict.UNREADABLE
    assert "revision 2" in audit.why
