"""The choice among moves by a seed: how often each, and the same everywhere."""

import subprocess
import sys
from collections import Counter

import pytest

from service.engine.board.position import Status
from service.engine.play.choice import choose, sample_move
from service.engine.play.levels import SKILLS, Level, Skill
from service.engine.play.lookahead import shallow_scores
from service.engine.play.opponent import play_level
from tests.engine.play.support import WEAKER, analysis_of, chosen
from tests.engine.support import (
    EMPTY_3X3,
    all_legal,
    all_unfinished,
    position_of,
    random_unfinished,
    seeded,
)
from tests.reference import Rules


@pytest.mark.parametrize("level", Level)
def test_there_is_none_when_the_game_is_over(level: Level) -> None:
    finished = sorted(set(all_legal()) - set(all_unfinished()))
    assert finished
    for board, side in finished:
        assert choose(analysis_of(board, side), level, 7) is None


@pytest.mark.parametrize("level", WEAKER)
def test_a_weaker_level_without_a_seed_chooses_as_with_0(level: Level) -> None:
    for board, side in all_unfinished()[::13]:
        analysis = analysis_of(board, side)
        assert choose(analysis, level, None) == choose(analysis, level, 0)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", [0, 5])
def test_playing_a_level_is_choosing_by_it(level: Level, seed: int) -> None:
    for board, side in all_unfinished()[::29]:
        position = position_of(board, side)
        assert play_level(position, level, seed) == chosen(position, seed, level)


def test_the_choice_depends_on_the_side_to_move_and_on_the_board() -> None:
    as_x = [chosen(EMPTY_3X3, seed) for seed in range(20)]
    as_o = [chosen(position_of(".........", "O"), seed) for seed in range(20)]
    assert as_x != as_o


@pytest.mark.parametrize("level", Level)
def test_seeds_give_different_games(level: Level) -> None:
    games = {game(level, seed) for seed in range(100)}
    assert len(games) >= 20


def game(level: Level, seed: int) -> tuple[int, ...]:
    """A level against itself, from the empty board on."""
    position, cells = EMPTY_3X3, []
    while position.status is Status.IN_PROGRESS:
        cells.append(play_level(position, level, seed))
        position = position.play(cells[-1])
    return tuple(cells)


def shares_of(points: dict[int, int], skill: Skill) -> dict[int, float]:
    """How often each move is to be played, by what Skill says, where nothing is settled."""
    best = max(points.values())
    groups: dict[int, list[int]] = {}
    for cell in sorted(points, key=lambda cell: -points[cell]):
        groups.setdefault((best - points[cell]) // skill.tolerance, []).append(cell)
    shares, reached, steps = {}, 1.0, list(groups)
    for step, below in zip(steps, [*steps[1:], None], strict=True):
        overlooked = 0.0
        if below is not None:
            overlooked = min(1.0, 2 * skill.oversights / (below - step + 1) / 100)
        for cell in groups[step]:
            shares[cell] = reached * (1 - overlooked) / len(groups[step])
        reached *= overlooked
    return shares


@pytest.mark.parametrize("positions", [2, pytest.param(10, marks=pytest.mark.full)])
@pytest.mark.parametrize("level", WEAKER)
def test_a_move_is_played_as_often_as_its_looks_have_it(level: Level, positions: int) -> None:
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


PINNED = [7, 8, 1, 5, 7, 3, 1, 2, 7, 4, 7, 1]


def test_the_choice_is_the_same_on_every_machine_and_in_every_release() -> None:
    assert [chosen(EMPTY_3X3, seed) for seed in range(12)] == PINNED


def test_games_are_the_same_in_another_process() -> None:
    program = (
        "from service.engine.play.levels import Level\n"
        "from tests.engine.play.test_choice import game\n"
        "print([game(level, seed) for level in Level for seed in range(12)])\n"
    )
    answered = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "3"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert answered.strip() == str([game(level, seed) for level in Level for seed in range(12)])
