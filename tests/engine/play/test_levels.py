"""What each level sees, and what it may miss."""

from functools import lru_cache

import pytest

from service.engine.board.position import Position
from service.engine.play.choice import sample_move
from service.engine.play.levels import DESCRIPTIONS, SKILLS, Level
from service.engine.play.opponent import play_level
from tests import reference
from tests.engine.support import (
    EMPTY_3X3,
    MEMO_3X3,
    SOME_RULES,
    all_unfinished,
    position_of,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Rules


@lru_cache(maxsize=None)
def wins_and_blocks() -> list[tuple[Position, set[int], set[int]]]:
    """Unfinished 3x3 positions with the cells that win, and those at which the opponent would."""
    found = []
    for board, side in all_unfinished():
        wins, blocks = (
            {
                cell
                for cell in reference.legal_moves(THREE_BY_THREE, board)
                if reference.has_line(THREE_BY_THREE, reference.play(board, mark, cell), mark)
            }
            for mark in (side, reference.opponent(side))
        )
        if wins or blocks:
            found.append((position_of(board, side), wins, blocks))
    return found


@pytest.mark.parametrize(("seeds", "step"), [(2, 4), pytest.param(10, 1, marks=pytest.mark.full)])
@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT])
def test_from_easy_on_no_win_is_missed_and_from_medium_on_no_block(
    level: Level, seeds: int, step: int
) -> None:
    checked = 0
    for position, wins, blocks in wins_and_blocks()[::step]:
        needed = wins or (blocks if level is not Level.EASY else set())
        if needed and (level is not Level.PERFECT or wins or len(blocks) == 1):
            checked += 1
            played = {play_level(position, level, seed) for seed in range(seeds)}
            assert played <= needed, (position, level)
    assert checked > 3_000 / step


def test_beginner_misses_wins_and_easy_misses_blocks() -> None:
    missed = dict.fromkeys(Level, 0)
    for position, wins, blocks in wins_and_blocks()[::10]:
        for level in (Level.BEGINNER, Level.EASY):
            cell = play_level(position, level, 3)
            if wins if level is Level.BEGINNER else blocks and not wins:
                missed[level] += cell not in (wins or blocks)
    assert missed[Level.BEGINNER] > 10
    assert missed[Level.EASY] > 10


def test_hard_misses_nothing_within_four_plies() -> None:
    for board, side in all_unfinished():
        worths = reference.move_worths(THREE_BY_THREE, board, side, MEMO_3X3)
        best = max(worth.score for worth in worths.values())
        played = play_level(position_of(board, side), Level.HARD, len(board) + len(worths))
        if abs(best) >= 96:  # won within three plies, or lost within four whatever is played
            assert worths[played].score == best, (board, side, played)
        else:
            assert worths[played].score > -96, (board, side, played)


def test_hard_and_perfect_differ() -> None:
    """Hard answers a corner with an edge at times, which loses in six plies."""
    corner = EMPTY_3X3.play(0)
    played = {play_level(corner, Level.HARD, seed) for seed in range(100)}
    assert 4 in played
    assert len(played) > 1


def threats(rules: Rules, board: str, side: str) -> set[int]:
    """The cells at which a side completes a line."""
    return {
        cell
        for cell in reference.legal_moves(rules, board)
        if reference.has_line(rules, reference.play(board, side, cell), side)
    }


@pytest.mark.parametrize("rules", SOME_RULES[3:], ids=str)
def test_larger_boards_have_the_same_guarantees(rules: Rules) -> None:
    random = seeded(rules.columns * 100 + rules.rows * 10 + rules.in_a_row)
    for _ in range(40):
        cells = rules.columns * rules.rows
        board, side = random_unfinished(rules, random.randrange(3, cells - 3), random)
        position = position_of(board, side, rules)
        wins = threats(rules, board, side)
        blocks = threats(rules, board, reference.opponent(side))
        for seed in range(3):
            if wins:
                assert sample_move(position, SKILLS[Level.EASY], seed) in wins
            for level in (Level.MEDIUM, Level.HARD):
                if wins or blocks:
                    assert sample_move(position, SKILLS[level], seed) in (wins or blocks)


@pytest.mark.parametrize("rules", [Rules(3, 3, 3, True), Rules(5, 4, 3, True)], ids=str)
def test_in_misere_no_line_is_completed_from_easy_on_if_it_can_be_helped(rules: Rules) -> None:
    random = seeded(7)
    avoided = 0
    for _ in range(100):
        board, side = random_unfinished(rules, random.randrange(1, 8), random)
        losing = threats(rules, board, side)
        others = set(reference.legal_moves(rules, board)) - losing
        if losing and others:
            avoided += 1
            position = position_of(board, side, rules)
            for level in (Level.EASY, Level.MEDIUM, Level.HARD):
                assert sample_move(position, SKILLS[level], 1) in others
    assert avoided > 20


def test_every_level_is_described() -> None:
    assert list(DESCRIPTIONS) == list(Level)
    assert [*SKILLS, Level.PERFECT] == list(Level)
