"""The exam against every game of a player, played out one by one."""

from functools import partial

import pytest

from service.engine.board.replay import positions_of
from service.engine.exam.report import Exam
from tests import reference
from tests.engine.exam.every_game import EveryGame, Table, table_of, verdict_of
from tests.engine.exam.players import (
    FAULTY,
    Faulty,
    perfect,
)
from tests.engine.exam.support import exam_of, plain, plain_of, start_of
from tests.engine.support import MEMO_3X3, seeded
from tests.reference import THREE_BY_THREE, Rules


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
