"""The choice of a move: by level and seed, and the same everywhere."""

import sys
from collections import Counter

import pytest

from service.engine.board.position import Mark, Position, Status
from service.engine.play.choice import choose, sample_move
from service.engine.play.levels import SKILLS, Level, Skill
from service.engine.play.lookahead import shallow_scores
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze
from tests.engine.conversion import position_of
from tests.engine.positions import (
    EMPTY_3X3,
    all_finished,
    all_unfinished,
    random_unfinished,
    seeded,
)
from tests.parameters import in_full
from tests.programs import output_of
from tests.reference import Rules

LARGEST_SEED = 2**53 - 1


@pytest.mark.parametrize("level", Level)
def test_no_move_is_chosen_in_a_finished_game(level: Level) -> None:
    for board, side in all_finished():
        assert choose(analyze(position_of(board, side)), level, 7) is None


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


def game(level: Level, seed: int) -> tuple[int, ...]:
    position, cells = EMPTY_3X3, []
    while position.status is Status.IN_PROGRESS:
        cells.append(play_level(position, level, seed))
        position = position.play(cells[-1])
    return tuple(cells)


@pytest.mark.parametrize("level", Level)
def test_seeds_give_different_games(level: Level) -> None:
    assert len({game(level, seed) for seed in range(100)}) >= 20


def test_games_are_the_same_in_another_process() -> None:
    program = (
        "from service.engine.play.levels import Level\n"
        "from tests.engine.play.test_choice import game\n"
        "print([game(level, seed) for level in Level for seed in range(12)])\n"
    )
    printed = output_of(sys.executable, "-c", program, env={"PYTHONHASHSEED": "3"})
    assert printed.strip() == str([game(level, seed) for level in Level for seed in range(12)])


def shares_of(points: dict[int, int], skill: Skill) -> dict[int, float]:
    """The share of games in which each move is played, by Skill, if no outcome is settled."""
    best = max(points.values())
    groups: dict[int, list[int]] = {}
    for cell in sorted(points, key=lambda cell: -points[cell]):
        groups.setdefault((best - points[cell]) // skill.tolerance, []).append(cell)
    shares, reached, steps = {}, 1.0, list(groups)
    for step, below in zip(steps, [*steps[1:], None], strict=True):
        overlooked = 0.0
        if below is not None:
            overlooked = min(1.0, 2 * skill.blunder_percent / (below - step + 1) / 100)
        for cell in groups[step]:
            shares[cell] = reached * (1 - overlooked) / len(groups[step])
        reached *= overlooked
    return shares


@pytest.mark.parametrize("positions", [2, pytest.param(10, marks=pytest.mark.full)])
@pytest.mark.parametrize("level", SKILLS)
def test_move_frequencies_match_the_skill(level: Level, positions: int) -> None:
    random, skill, checked, seeds = seeded(5), SKILLS[level], 0, range(1_500)
    while checked < positions:
        board, side = random_unfinished(Rules(4, 4, 4), random.randrange(2, 7), random)
        position = position_of(board, side, Rules(4, 4, 4))
        points = shallow_scores(position, skill.plies)
        expected = shares_of(points, skill)
        if len(set(expected.values())) < 3 or max(map(abs, points.values())) >= 95:
            continue
        checked += 1
        played = Counter(sample_move(position, skill, seed) for seed in seeds)
        for cell, share in expected.items():
            assert played[cell] / len(seeds) == pytest.approx(share, abs=0.04)
