"""The wins and losses that each level sees, and those that it can miss."""

import pytest

from service.engine.play.choice import sample_move
from service.engine.play.levels import SKILLS, Level
from service.engine.play.opponent import play_level
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import (
    MEMO_3X3,
    MISERE_3X3,
    SOME_RULES,
    all_unfinished,
    random_positions,
)
from tests.reference import THREE_BY_THREE, Rules, a_ply_earlier, opponent, winning_cells

Case = tuple[str, str, frozenset[int], frozenset[int]]


def wins_and_blocks(rules: Rules, positions: list[tuple[str, str]]) -> list[Case]:
    """The positions with cells that win for a side: (board, side to move, wins, blocks)."""
    cases = [
        (
            board,
            side,
            winning_cells(rules, board, side),
            winning_cells(rules, board, reference.opponent(side)),
        )
        for board, side in positions
    ]
    return [case for case in cases if case[2] or case[3]]


@pytest.mark.parametrize(("seeds", "step"), [(2, 4), pytest.param(10, 1, marks=pytest.mark.full)])
@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT])
def test_no_win_is_missed_from_easy_on_and_no_block_from_medium_on(
    level: Level, seeds: int, step: int
) -> None:
    checked = 0
    for board, side, wins, blocks in wins_and_blocks(THREE_BY_THREE, all_unfinished())[::step]:
        needed = wins or (blocks if level is not Level.EASY else set())
        if needed and (level is not Level.PERFECT or wins or len(blocks) == 1):
            checked += 1
            position = position_of(board, side)
            assert {play_level(position, level, seed) for seed in range(seeds)} <= needed
    assert checked > 3_000 / step


def test_beginner_misses_wins_and_easy_misses_blocks() -> None:
    missed = dict.fromkeys(Level, 0)
    for board, side, wins, blocks in wins_and_blocks(THREE_BY_THREE, all_unfinished())[::10]:
        position = position_of(board, side)
        missed[Level.BEGINNER] += bool(wins) and play_level(position, Level.BEGINNER, 3) not in wins
        if blocks and not wins:
            missed[Level.EASY] += play_level(position, Level.EASY, 3) not in blocks
    assert missed[Level.BEGINNER] > 10
    assert missed[Level.EASY] > 10


def test_hard_misses_nothing_within_four_plies() -> None:
    for board, side in all_unfinished():
        scores = reference.move_scores(THREE_BY_THREE, board, side, MEMO_3X3)
        best = max(scores.values())
        played = play_level(position_of(board, side), Level.HARD, len(board) + len(scores))
        if abs(best) >= 96:  # a win within three plies, or a loss within four
            assert scores[played] == best, (board, side, played)
        else:
            assert scores[played] > -96, (board, side, played)


@pytest.mark.parametrize("rules", SOME_RULES[3:], ids=str)
def test_larger_boards_have_the_same_guarantees(rules: Rules) -> None:
    cells = len(rules.empty_board)
    positions = list(random_positions(rules, [*range(3, cells - 3)] * 3, seed=1))
    for board, side, wins, blocks in wins_and_blocks(rules, positions):
        position = position_of(board, side, rules)
        for seed in range(3):
            if wins:
                assert sample_move(position, SKILLS[Level.EASY], seed) in wins
            for level in (Level.MEDIUM, Level.HARD):
                assert sample_move(position, SKILLS[level], seed) in (wins or blocks)


def seen(rules: Rules, board: str, side: str, plies: int, memo: dict[tuple[str, int], int]) -> int:
    """The score of a position if the game ends within these plies with best play, otherwise 0.

    By minimax over all moves. `memo` is for one position and the side to move in it.
    """
    other = reference.opponent(side)
    if reference.has_line(rules, board, other):
        return 100 if rules.misere else -100
    if plies == 0 or "." not in board:
        return 0
    if (board, plies) not in memo:
        following = [
            reference.play(board, side, cell) for cell, mark in enumerate(board) if mark == "."
        ]
        memo[board, plies] = max(
            a_ply_earlier(-seen(rules, after, other, plies - 1, memo)) for after in following
        )
    return memo[board, plies]


@pytest.mark.parametrize(
    "rules",
    [
        *(Rules(4, 3, 3), Rules(4, 4, 4), Rules(4, 4, 3), Rules(5, 4, 3), Rules(5, 5, 4)),
        *(Rules(6, 4, 4), Rules(6, 6, 4), Rules(5, 6, 5)),
        *(Rules(4, 4, 3, True), Rules(5, 5, 3, True), Rules(6, 5, 3, True)),
    ],
    ids=str,
)
def test_hard_misses_nothing_within_four_plies_of_larger_boards(rules: Rules) -> None:
    settled = 0
    for board, side in random_positions(rules, [8, 10, 11, 12] * (12 if rules.misere else 6), 8):
        position = position_of(board, side, rules)
        memo: dict[tuple[str, int], int] = {}
        scores = {
            cell: a_ply_earlier(
                -seen(rules, reference.play(board, side, cell), opponent(side), 3, memo)
            )
            for cell in position.legal_moves
        }
        best = max(scores.values())
        for seed in range(2):
            played = scores[play_level(position, Level.HARD, seed)]
            assert played == best if abs(best) >= 96 else played > -96, (board, side)
        settled += len({score for score in scores.values() if abs(score) >= 96} - {-99}) > 0
    assert settled > 0


@pytest.mark.parametrize("size", [9, 7])
def test_medium_answers_the_center_close_to_it(size: int) -> None:
    rules = Rules(size, size, 5)
    center = size * size // 2
    position = position_of(reference.play(rules.empty_board, "X", center), "O", rules)
    played = {play_level(position, Level.MEDIUM, seed) for seed in range(60)}
    distances = {max(abs(size // 2 - part) for part in divmod(cell, size)) for cell in played}
    assert distances == {1, 2}


@pytest.mark.parametrize("rules", [MISERE_3X3, Rules(5, 4, 3, True)], ids=str)
def test_misere_levels_from_easy_on_complete_no_line_unless_forced(rules: Rules) -> None:
    avoided = 0
    for board, side in random_positions(rules, [1, 2, 3, 4, 5, 6, 7] * 14, seed=7):
        losing = winning_cells(rules, board, side)
        others = set(reference.legal_moves(rules, board)) - losing
        if losing and others:
            avoided += 1
            position = position_of(board, side, rules)
            for level in (Level.EASY, Level.MEDIUM, Level.HARD):
                assert play_level(position, level, 1) in others
    assert avoided > 20
