"""The exam: its verdicts and counts, compared with every game of a player; its texts and limits."""

import re
from functools import partial
from itertools import product
from random import Random

import pytest

from service.engine.board.position import Mark
from service.engine.errors import EngineError
from service.engine.exam.examiner import examine
from service.engine.exam.findings import Exam, ExamVerdict
from service.engine.textbook.search import Valuation
from tests import reference
from tests.engine.conversion import board_of, position_of
from tests.engine.exam.every_game import Game, Table, all_games, signs, table_of, verdict_of
from tests.engine.exam.players import (
    Faulty,
    first_free_cell,
    gives_wins_away,
    illegal_on_several_positions,
    perfect,
    takes_a_slow_win,
)
from tests.engine.positions import MEMO_3X3, MISERE_3X3
from tests.parameters import in_full, in_release
from tests.reference import THREE_BY_THREE, Rules


def exam_of(
    table: Table,
    side: str,
    rules: Rules = THREE_BY_THREE,
    starting_side: str = "X",
    values: Valuation = Valuation.SCORE,
) -> Exam:
    start = position_of(rules.empty_board, starting_side, rules)
    return examine(start, Mark(side), table, values)


def table_3x3(player: Faulty, side: str) -> Table:
    return table_of(THREE_BY_THREE, side, partial(player, side))


def check_against_every_game(
    table: Table,
    side: str,
    rules: Rules = THREE_BY_THREE,
    starting_side: str = "X",
    values: Valuation = Valuation.SCORE,
) -> str:
    """Compare an exam with all games of the player, played out one by one; the verdict."""
    exam = exam_of(table, side, rules, starting_side, values)
    first = Game(only_outcome=values is Valuation.OUTCOME)
    start = (rules.empty_board, starting_side, first)
    games = list(all_games(rules, side, table, MEMO_3X3, *start))
    boards = {board for game in games for board in game.boards}
    verdict, shortest = verdict_of(games)
    assert exam.verdict == verdict
    assert exam.games == sum(game.result in {"win", "draw", "loss"} for game in games)
    assert exam.positions == len(boards)
    assert {(board_of(it.position), it.cell) for it in exam.mistakes} == {
        (it.board, it.cell) for game in games for it in game.mistakes
    }
    check_shares(exam, boards, table, side, rules)
    missing = {game.boards[-1] for game in games if game.result == "missing"}
    needed = [notation.replace("/", "") for notation in exam.needed]
    assert sorted(needed) == (sorted(missing) if verdict == "incomplete" else [])
    empty_cells = [board.count(".") for board in needed]
    assert empty_cells == sorted(empty_cells, reverse=True)
    if shortest and verdict != "incomplete":
        assert exam.refutation
        assert exam.refutation.cells in shortest
        assert exam.refutation.result in {
            game.result for game in games if game.cells == exam.refutation.cells
        }
    else:
        assert exam.refutation is None
    return verdict


def check_shares(exam: Exam, boards: set[str], table: Table, side: str, rules: Rules) -> None:
    """Compare the shares of moves that are the best, and that keep the outcome."""
    if exam.verdict is ExamVerdict.INCOMPLETE:
        assert (exam.best_share, exam.outcome_share, exam.text) == (None, None, None)
        return
    best, kept, moved = 0, 0, 0
    for board in boards & table.keys():
        scores = reference.move_scores(rules, board, side, MEMO_3X3)
        if table[board] in scores:
            moved += 1
            best += scores[table[board]] == max(scores.values())
            kept += signs(scores)[table[board]] == max(signs(scores).values())
    assert exam.best_share == (best / moved if moved else 0)
    assert exam.outcome_share == (kept / moved if moved else 0)
    assert (exam.text is None) == (exam.verdict is ExamVerdict.PERFECT)


@pytest.mark.parametrize("shares", [[0.3], *in_full([0.9])])
@pytest.mark.parametrize("values", [Valuation.SCORE, *in_full(Valuation.OUTCOME)])
@pytest.mark.parametrize(
    ("player", "verdicts"),  # as X and as O
    [
        (perfect, ("perfect", "perfect")),
        (takes_a_slow_win, ("unbeaten", "unbeaten")),
        (gives_wins_away, ("unbeaten", "unbeaten")),
        (illegal_on_several_positions, ("illegal", "illegal")),
        (first_free_cell, ("loses", "loses")),
    ],
)
def test_verdict_is_that_of_every_game(
    player: Faulty, verdicts: tuple[str, str], values: Valuation, shares: list[float]
) -> None:
    """A slow win is a fault only if the score counts."""
    random = Random(30)
    if player is takes_a_slow_win and values is Valuation.OUTCOME:
        verdicts = ("perfect", "perfect")
    for side, expected in zip("XO", verdicts, strict=True):
        table = table_3x3(player, side)
        assert check_against_every_game(table, side, values=values) == expected
        for share in shares:
            known = {board: cell for board, cell in table.items() if random.random() < share}
            check_against_every_game(known, side, values=values)


@pytest.mark.parametrize(
    ("rules", "side", "tables"),
    [(MISERE_3X3, "O", 1), *in_release(*product([THREE_BY_THREE, MISERE_3X3], "XO", [4]))],
    ids=str,
)
def test_random_tables_match_every_game(side: str, tables: int, rules: Rules) -> None:
    random = Random(40)

    def anything(board: str) -> int:
        return random.choice(reference.legal_moves(rules, board))

    for starts in ["X", "O"] * tables:
        table = table_of(rules, side, anything, starts)
        for values in Valuation:
            check_against_every_game(table, side, rules, starts, values)


def test_unreached_entries_are_ignored() -> None:
    table = table_3x3(perfect, "X")
    assert exam_of(table, "X") == exam_of(table | {"OX.......": 2}, "X")


def test_too_large_exam_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineError, match="at most 16 cells"):
        exam_of({}, "X", Rules(5, 5, 4))
    monkeypatch.setattr("service.engine.exam.examiner.MAX_POSITIONS", 8)
    with pytest.raises(EngineError, match="The exam exceeds 8 positions"):
        exam_of({}, "O")
    monkeypatch.setattr("service.engine.exam.examiner.MAX_NODES", 10)
    with pytest.raises(EngineError, match="The searches exceed 10 nodes"):
        exam_of({".........": 4}, "X")


LOSING = {"X........": 1, "XO..X....": 8, "XO.XX...O": 5}
FIRST = "In X../.../..., O plays cell 1 (at the top), which loses"
BETTER = "Better: cell 4 (in the center), which draws."


@pytest.mark.parametrize(
    ("table", "values", "text"),
    [
        (LOSING, Valuation.SCORE, f"{FIRST} in 6. {BETTER}"),
        (LOSING, Valuation.OUTCOME, f"{FIRST}. {BETTER}"),
        *(
            (
                {"X........": 4, "XX..O....": cell},
                Valuation.SCORE,
                f"In XX./.O./..., O plays cell {cell}, which is {fault}. Choose an empty cell.",
            )
            for cell, fault in ((4, "taken"), (9, "not on the board"), (80, "not on the board"))
        ),
    ],
)
def test_text_says_what_is_wrong_in_the_first_wrong_position(
    table: Table, values: Valuation, text: str
) -> None:
    assert exam_of(table, "O", values=values).text == text


def test_text_names_a_quicker_win() -> None:
    text = exam_of(table_3x3(takes_a_slow_win, "X"), "X").text
    quicker = r" X plays cell .*, which wins in \d\. Better: cell .*, which wins in 1\."
    assert re.search(f"{quicker}$", str(text))
