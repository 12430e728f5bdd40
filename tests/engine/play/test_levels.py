"""The levels: how a move depends on the seed, and the wins and losses that each can see."""

from dataclasses import replace
from hashlib import sha256

import pytest

from service.engine.board.position import Position, Status
from service.engine.play.choice import choose, play_level
from service.engine.play.levels import Level
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import (
    EMPTY_3X3,
    MISERE_3X3,
    SOME_RULES,
    all_unfinished,
    random_positions,
)
from tests.parameters import in_release, one_of
from tests.reference import THREE_BY_THREE, Rules, a_ply_earlier, opponent, winning_cells

LARGEST_SEED = 2**53 - 1


@pytest.mark.parametrize("step", [39, *in_release(1)])
@pytest.mark.parametrize("level", Level)
def test_choice_depends_on_the_level_and_the_seed(level: Level, step: int) -> None:
    for board, side in all_unfinished()[::step]:
        position = position_of(board, side)
        analysis = analyze(position)
        chosen = {seed: choose(analysis, level, seed) for seed in (0, 5, LARGEST_SEED, None)}
        if level is Level.PERFECT:
            assert all(move in analysis.best_moves for move in chosen.values())
            assert chosen[None] == analysis.moves[0]
        else:
            assert chosen[None] == chosen[0]
        for seed in (0, 5):
            move = chosen[seed]
            assert move
            assert play_level(position, level, seed) == move.cell


def perfect(position: Position, seed: int | None) -> int:
    move = choose(analyze(position), Level.PERFECT, seed)
    assert move
    return move.cell


def test_choice_depends_on_the_seed_and_the_side_to_move() -> None:
    as_x = [perfect(EMPTY_3X3, seed) for seed in range(100)]
    as_o = [perfect(position_of(".........", "O"), seed) for seed in range(100)]
    assert as_x != as_o
    assert set(as_x) == set(range(9))
    assert as_x[:12] == [7, 8, 1, 5, 7, 3, 1, 2, 7, 4, 7, 1]  # in every release


def game(level: Level, seed: int, *, misere: bool) -> str:
    position, cells = replace(EMPTY_3X3, misere=misere), ""
    while position.status is Status.IN_PROGRESS:
        cells += str(play_level(position, level, seed))
        position = position.play(int(cells[-1]))
    return cells


@pytest.mark.parametrize(
    ("level", "misere", "different", "digest"),  # of a hundred games, in every release
    [
        (Level.BEGINNER, False, 99, "d4c0bd27"),
        (Level.EASY, False, 99, "99104546"),
        (Level.MEDIUM, False, 93, "66142a72"),
        (Level.HARD, False, 44, "c9b3acd4"),
        (Level.BEGINNER, True, 99, "22c201ca"),
        (Level.EASY, True, 97, "9dc3c8c8"),
        (Level.MEDIUM, True, 99, "d7fc3cc0"),
        (Level.HARD, True, 42, "4d81057f"),
    ],
)
def test_seeds_give_different_games(
    level: Level, misere: bool, different: int, digest: str
) -> None:
    games = [game(level, seed, misere=misere) for seed in range(100)]
    assert len(set(games)) == different
    assert sha256(" ".join(games).encode()).hexdigest()[:8] == digest


@pytest.mark.parametrize("rules", [THREE_BY_THREE, *SOME_RULES[3:]], ids=str)
def test_no_win_is_missed_from_easy_on_and_no_block_from_medium_on(rules: Rules) -> None:
    cells = len(rules.empty_board)
    some = list(random_positions(rules, [*range(3, cells - 3)] * 3, seed=1))
    positions = all_unfinished()[::4] if rules == THREE_BY_THREE else some
    for board, side in positions:
        position = position_of(board, side, rules)
        wins = winning_cells(rules, board, side)
        blocks = winning_cells(rules, board, opponent(side))
        for seed in range(3):
            if wins:
                assert play_level(position, Level.EASY, seed) in wins
            if wins or blocks:
                for level in (Level.MEDIUM, Level.HARD):
                    assert play_level(position, level, seed) in (wins or blocks)


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
    one_of(
        4,
        [
            *(THREE_BY_THREE, MISERE_3X3, Rules(4, 3, 3), Rules(4, 4, 4), Rules(4, 4, 3)),
            *(Rules(5, 4, 3), Rules(5, 5, 4), Rules(6, 4, 4), Rules(6, 6, 4), Rules(5, 6, 5)),
            *(Rules(4, 4, 3, True), Rules(5, 5, 3, True), Rules(6, 5, 3, True)),
        ],
    ),
    ids=str,
)
def test_hard_misses_nothing_within_four_plies(rules: Rules) -> None:
    settled, empty_cells = 0, [8, 10, 11, 12] if len(rules.empty_board) > 9 else [4, 5, 6, 7]
    for board, side in random_positions(rules, empty_cells * (12 if rules.misere else 6), 8):
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
