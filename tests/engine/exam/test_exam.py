"""The exam: its verdicts, the positions that it needs, and its limits."""

import json
from collections.abc import Callable
from functools import partial

import pytest

from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.errors import ExamTooLarge
from service.engine.exam import traversal
from service.engine.exam.exam import examine
from service.engine.exam.report import Exam, ExamVerdict
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze
from service.engine.textbook.search import Valuation
from tests.engine.conversion import position_of
from tests.engine.exam.every_game import table_of
from tests.engine.exam.players import perfect, random_perfect, takes_a_slow_win
from tests.engine.exam.support import exam_of, start_of, table_3x3
from tests.parameters import in_full
from tests.reference import THREE_BY_THREE, Rules


@pytest.mark.parametrize("players", [4, *in_full(200)])
def test_random_perfect_players_are_perfect(players: int) -> None:
    for seed in range(players):
        for side in "XO":
            exam = exam_of(table_3x3(random_perfect(seed), side), side)
            assert exam.verdict is ExamVerdict.PERFECT, (seed, side)


def test_first_needed_position_is_the_empty_board() -> None:
    exam = exam_of({}, "X")
    assert (exam.verdict, exam.needed) == (ExamVerdict.INCOMPLETE, (".../.../...",))
    assert (exam.positions, exam.games, exam.mistakes) == (1, 0, ())
    assert len(set(exam_of({}, "O").needed)) == len(exam_of({}, "O").needed) == 9


def test_unreached_entries_are_ignored() -> None:
    table = table_3x3(perfect, "X")
    assert exam_of(table, "X") == exam_of(table | {"OX.......": 2}, "X")


def test_too_large_exam_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ExamTooLarge, match="at most 16 cells"):
        exam_of({}, "X", Rules(5, 5, 4))
    monkeypatch.setattr(traversal, "MAX_POSITIONS", 8)
    with pytest.raises(ExamTooLarge, match="The exam exceeds 8 positions"):
        exam_of({}, "O")
    monkeypatch.setattr(traversal, "MAX_NODES", 10)
    with pytest.raises(ExamTooLarge, match="The searches exceed 10 positions"):
        exam_of({".........": 4}, "X")


FIRST = "In X../.../..., O plays cell 1 (at the top), which loses"


def test_text_says_what_is_wrong_in_the_first_wrong_position() -> None:
    losing = {"X........": 1, "XO..X....": 8, "XO.XX...O": 5}
    better = "Play cell 4 (in the center): that draws."
    exam = exam_of(losing, "O")
    assert exam.text == f"{FIRST} in 6. {better}"
    exam = exam_of(losing, "O", values=Valuation.OUTCOME)
    assert exam.text == f"{FIRST}. {better}"


@pytest.mark.parametrize(
    ("cell", "fault"),
    [(4, "cell 4 (in the center), which is taken"), (9, "9, not a cell"), (80, "80, not a cell")],
)
def test_text_names_an_illegal_move(cell: int, fault: str) -> None:
    table = {"X........": 4, "XX..O....": cell}
    exam = exam_of(table, "O")
    assert exam.text == f"In XX./.O./..., O plays {fault}. Play an empty cell."
    assert exam.best_share == exam.outcome_share == 1


def test_text_names_a_quicker_win() -> None:
    player = partial(takes_a_slow_win, "X")
    exam = exam_of(table_of(THREE_BY_THREE, "X", player), "X")
    assert exam.text
    played, better = exam.text.split(". ")
    assert " X plays cell " in played
    assert ", which wins in " in played
    assert better.startswith("Play cell ")
    assert better.endswith(" wins in 1.")
    assert exam.outcome_share == 1
    assert exam.best_share
    assert 0 < exam.best_share < 1


def driven(rules: Rules, side: str, player: Callable[[str], int], rounds: int) -> Exam:
    """Ask a player for moves, given in notation, as long as positions are needed."""
    entries: dict[str, int] = {}
    for _ in range(rounds + 1):
        exam = examine(start_of(rules), Mark(side), json.dumps(entries))
        if exam.verdict is not ExamVerdict.INCOMPLETE:
            return exam
        assert exam.needed
        assert not entries.keys() & set(exam.needed)
        assert exam.refutation is None
        entries |= {board: player(board) for board in exam.needed}
    raise AssertionError


SEED = 1


def level_player(level: Level, side: str, board: str) -> int:
    return play_level(read_position(board, Mark(side)), level, SEED)


@pytest.mark.parametrize(
    ("level", "rules", "side"),
    [
        *((level, THREE_BY_THREE, "O") for level in Level),
        (Level.PERFECT, THREE_BY_THREE, "X"),
        (Level.PERFECT, Rules(4, 3, 3), "X"),
    ],
    ids=str,
)
def test_only_the_level_perfect_is_perfect(level: Level, rules: Rules, side: str) -> None:
    exam = driven(rules, side, partial(level_player, level, side), 6)
    assert (exam.verdict is ExamVerdict.PERFECT) == (level is Level.PERFECT)


@pytest.mark.parametrize(
    ("chosen", "verdicts"), [*in_full((0, {"perfect"})), (-1, {"loses", "unbeaten"})]
)
def test_quicker_loss_of_a_lost_game_is_a_mistake(chosen: int, verdicts: set[str]) -> None:
    rules = Rules(4, 3, 3)  # the first side wins

    def player(board: str) -> int:
        return analyze(position_of(board.replace("/", ""), "O", rules)).moves[chosen].cell

    exam = driven(rules, "O", player, 6)
    assert exam.verdict in verdicts
    if exam.mistakes:
        first = exam.mistakes[0]
        assert first.before.outcome == first.after.outcome == "loss"
    assert bool(exam.mistakes) is (chosen == -1)
