"""The exam: against every game one by one, of perfect players and of players with faults."""

import json
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from service.engine.board.notation import read_position
from service.engine.board.position import Mark, Position
from service.engine.board.replay import positions_of
from service.engine.errors import ExamTooLarge
from service.engine.exam import walk
from service.engine.exam.exam import examine
from service.engine.exam.report import Exam, ExamVerdict
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.exam.every_game import EveryGame, Player, Table, table_of, verdict_of
from tests.engine.exam.players import (
    FAULTY,
    Faulty,
    fooled_by_one_fork,
    illegal_on_one_position,
    perfect,
    random_perfect,
    takes_a_slow_win,
)
from tests.engine.support import MEMO_3X3, position_of, seeded
from tests.reference import THREE_BY_THREE, Rules

PERFECT = {side: table_of(Rules(), side, partial(perfect, side)) for side in "XO"}


def start_of(rules: Rules, starting_side: str = "X") -> Position:
    """The empty board."""
    return position_of(rules.empty_board, starting_side, rules)


def exam_of(
    table: Table, side: str, rules: Rules = THREE_BY_THREE, starting_side: str = "X"
) -> Exam:
    """The exam of a table."""
    start = start_of(rules, starting_side)
    width = rules.columns
    entries = {
        "/".join(board[i : i + width] for i in range(0, len(board), width)): cell
        for board, cell in table.items()
    }
    return examine(start, Mark(side), json.dumps(entries))


def plain(notation: str) -> str:
    """A board of the reference."""
    return notation.replace("/", "")


def check_against_every_game(
    table: Table, side: str, rules: Rules = THREE_BY_THREE, starting_side: str = "X"
) -> Exam:
    """Compare an exam with all games of the player, played out one by one."""
    exam = exam_of(table, side, rules, starting_side)
    memo = MEMO_3X3 if rules == Rules() else {}
    every = EveryGame(rules, side, table, memo)
    games = every.games(starting_side)
    verdict, shortest = verdict_of(games)
    assert exam.verdict == verdict
    assert exam.games == sum(game.result in {"win", "draw", "loss"} for game in games)
    assert exam.positions == len(every.asked)
    assert {(plain_of(m.position), m.cell) for m in exam.mistakes} == every.mistakes
    needed = [plain(board) for board in exam.needed]
    assert set(needed) == (every.needed if verdict == "incomplete" else set())
    assert len(needed) == len(set(needed))
    empty_cells = [board.count(".") for board in needed]
    assert empty_cells == sorted(empty_cells, reverse=True)
    if shortest and verdict != "incomplete":
        assert exam.refutation
        assert list(exam.refutation.cells) in shortest
        check_refutation(exam, table, side, rules, starting_side)
    else:
        assert exam.refutation is None
    return exam


def plain_of(position: Position) -> str:
    """The board of a position."""
    marks = ((position.x, "X"), (position.o, "O"))
    return "".join(
        next((mark for bits, mark in marks if bits >> cell & 1), ".")
        for cell in range(position.geometry.size)
    )


def check_refutation(exam: Exam, table: Table, side: str, rules: Rules, starting_side: str) -> None:
    """Play the game that shows the verdict: the player's moves are its own."""
    assert exam.refutation
    cells = exam.refutation.cells
    last_is_illegal = exam.refutation.result == "illegal"
    positions = positions_of(
        start_of(rules, starting_side), cells[:-1] if last_is_illegal else cells
    )
    for position, cell in zip(positions, cells, strict=False):
        if position.side_to_move == side:
            assert table[plain_of(position)] == cell
    if last_is_illegal:
        assert cells[-1] not in positions[-1].legal_moves
    else:
        result = {side: "win", None: "draw"}.get(positions[-1].winner, "loss")
        assert exam.refutation.result == result


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("faulty", FAULTY, ids=lambda faulty: faulty.__name__)
def test_a_planted_fault_is_refuted_by_the_shortest_game(faulty: Faulty, side: str) -> None:
    table = table_of(Rules(), side, partial(faulty, side))
    check_against_every_game(table, side)


@pytest.mark.parametrize("faulty", FAULTY, ids=lambda faulty: faulty.__name__)
def test_no_fault_is_perfect(faulty: Faulty) -> None:
    verdicts = {
        exam_of(table_of(Rules(), side, partial(faulty, side)), side).verdict for side in "XO"
    }
    assert verdicts != {ExamVerdict.PERFECT}


def test_the_verdicts_on_faults() -> None:
    tables = {
        faulty: table_of(Rules(), side, partial(faulty, side))
        for faulty, side in [
            (takes_a_slow_win, "X"),
            (fooled_by_one_fork, "O"),
            (illegal_on_one_position, "X"),
        ]
    }
    assert exam_of(tables[takes_a_slow_win], "X").verdict is ExamVerdict.UNBEATEN
    assert exam_of(tables[fooled_by_one_fork], "O").verdict is ExamVerdict.LOSES
    assert exam_of(tables[illegal_on_one_position], "X").verdict is ExamVerdict.ILLEGAL


@pytest.mark.parametrize("side", ["X", "O"])
def test_partial_tables_against_every_game(side: str) -> None:
    random = seeded(30)
    for faulty in [*FAULTY, perfect]:
        table = table_of(Rules(), side, partial(faulty, side))
        for share in (0.3, 0.9):
            known = {board: cell for board, cell in table.items() if random.random() < share}
            check_against_every_game(known, side)


@pytest.mark.parametrize("tables", [3, pytest.param(12, marks=pytest.mark.full)])
@pytest.mark.parametrize("side", ["X", "O"])
def test_random_tables_against_every_game(side: str, tables: int) -> None:
    for number in range(tables):
        random = seeded(40 + number)

        def anything(board: str) -> int:
            return random.choice(reference.legal_moves(Rules(), board))  # noqa: B023

        check_against_every_game(table_of(Rules(), side, anything), side)
        check_against_every_game(table_of(Rules(), side, anything, "O"), side, starting_side="O")


@pytest.mark.parametrize("side", ["X", "O"])
def test_misere_against_every_game(side: str) -> None:
    rules = Rules(misere=True)
    memo: reference.Memo = {}

    def nearly(board: str) -> int:
        worths = reference.move_worths(rules, board, side, memo)
        order = sorted(worths, key=lambda cell: -worths[cell].score)
        return order[0] if board.count(".") != 5 else order[-1]

    check_against_every_game(table_of(rules, side, nearly), side, rules)


def driven(start: Position, side: str, player: Player, rounds: int) -> Exam:
    """Ask a player as long as positions are needed, so many times at most."""
    entries: dict[str, int] = {}
    for _ in range(rounds + 1):
        exam = examine(start, Mark(side), json.dumps(entries))
        if exam.verdict is not ExamVerdict.INCOMPLETE:
            return exam
        assert exam.needed
        assert not entries.keys() & set(exam.needed)
        assert exam.refutation is None
        entries |= {board: player(plain(board)) for board in exam.needed}
    raise AssertionError


@pytest.mark.parametrize(("side", "rounds"), [("X", 5), ("O", 4)])
def test_a_perfect_player_needs_at_most_five_rounds(side: str, rounds: int) -> None:
    exam = driven(start_of(Rules()), side, partial(perfect, side), rounds)
    assert exam == replace(exam, verdict=ExamVerdict.PERFECT, mistakes=(), needed=())


def examine_random_players(seeds: range) -> None:
    for seed in seeds:
        player = random_perfect(seed)
        for side in "XO":
            exam = exam_of(table_of(Rules(), side, partial(player, side)), side)
            assert exam.verdict is ExamVerdict.PERFECT, (seed, side)


def test_random_perfect_players_are_never_refused() -> None:
    examine_random_players(range(10))


@pytest.mark.full
def test_a_thousand_random_perfect_players_are_never_refused() -> None:
    examine_random_players(range(1_000))


@pytest.mark.parametrize("level", Level)
def test_of_our_levels_only_perfect_is_perfect(level: Level) -> None:
    def player(board: str) -> int:
        return play_level(read_position(board, Mark.X), level, 0)

    exam = driven(start_of(Rules()), "X", player, 5)
    assert (exam.verdict is ExamVerdict.PERFECT) == (level is Level.PERFECT)


def test_the_perfect_level_is_perfect_as_the_second_side_and_on_4x3() -> None:
    for rules, side in [(Rules(), "O"), (Rules(4, 3, 3), "X")]:

        def player(board: str, rules: Rules = rules, side: str = side) -> int:
            return play_level(position_of(board, side, rules), Level.PERFECT, 0)

        exam = driven(start_of(rules), side, player, 6)
        assert exam.verdict is ExamVerdict.PERFECT


def test_from_a_lost_position_only_a_quicker_loss_is_a_mistake() -> None:
    rules = Rules(4, 3, 3)  # the first side wins

    def slowest(board: str) -> int:
        return analyze(position_of(board, "O", rules)).moves[0].cell

    def quickest(board: str) -> int:
        return analyze(position_of(board, "O", rules)).moves[-1].cell

    exam = driven(start_of(rules), "O", slowest, 6)
    assert exam.verdict is ExamVerdict.PERFECT
    hastened = driven(start_of(rules), "O", quickest, 6)
    assert hastened.verdict in {ExamVerdict.LOSES, ExamVerdict.UNBEATEN}
    first = hastened.mistakes[0]
    assert first.before.outcome == first.after.outcome == "loss"


def test_the_first_question_is_the_empty_board() -> None:
    exam = exam_of({}, "X")
    assert (exam.verdict, exam.needed) == (ExamVerdict.INCOMPLETE, (".../.../...",))
    assert (exam.positions, exam.games, exam.mistakes) == (1, 0, ())
    assert len(exam_of({}, "O").needed) == 9


def test_entries_that_are_never_reached_are_ignored() -> None:
    assert exam_of(PERFECT["X"], "X") == exam_of(PERFECT["X"] | {"OX.......": 2}, "X")


def test_what_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ExamTooLarge, match="at most 16 cells"):
        exam_of({}, "X", Rules(5, 5, 4))
    monkeypatch.setattr(walk, "MAX_POSITIONS", 8)
    with pytest.raises(ExamTooLarge, match="more than 8 positions"):
        exam_of({}, "O")
    monkeypatch.setattr(walk, "MAX_NODES", 10)
    with pytest.raises(ExamTooLarge, match="The searches enter more than 10 positions"):
        exam_of({".........": 4}, "X")


def test_the_layers_go_ply_by_ply() -> None:
    exam = exam_of({}, "O")
    assert all(first < second for first, second in pairwise(sorted(exam.needed)))
