"""The choice of a move: by level and seed, and the same everywhere."""

from dataclasses import replace
from hashlib import sha256

import pytest

from service.engine.board.position import Mark, Position, Status
from service.engine.play.choice import choose
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze
from tests.engine.conversion import position_of
from tests.engine.positions import (
    EMPTY_3X3,
    all_unfinished,
)
from tests.parameters import in_full

LARGEST_SEED = 2**53 - 1


@pytest.mark.parametrize("level", Level)
def test_choice_depends_on_the_level_and_the_seed(level: Level) -> None:
    for board, side in all_unfinished()[::13]:
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


def winners_of_all_games(position: Position, side: Mark, seed: int | None) -> set[Mark | None]:
    """The winners if this side plays perfectly and the other tries every move."""
    if position.status is not Status.IN_PROGRESS:
        return {position.winner}
    mine = position.side_to_move is side
    following = map(position.play, [perfect(position, seed)] if mine else position.legal_moves)
    return set().union(*(winners_of_all_games(after, side, seed) for after in following))


@pytest.mark.parametrize("seed", [None, 7, *in_full(0, 1, LARGEST_SEED)])
@pytest.mark.parametrize("side", Mark)
@pytest.mark.parametrize("starts", Mark)
def test_perfect_never_loses(starts: Mark, side: Mark, seed: int | None) -> None:
    start = position_of(".........", starts)
    assert winners_of_all_games(start, side, seed) == {side, None}


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
