"""The choice of a move, at every level."""

import subprocess
import sys
from collections import Counter
from functools import lru_cache

import pytest

from service.engine.analysis import Analysis
from service.engine.board.position import Mark, Position, Status
from service.engine.play.choice import choose, sample_move
from service.engine.play.levels import DESCRIPTIONS, SKILLS, Level, Skill
from service.engine.play.lookahead import shallow_scores
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.support import (
    EMPTY_3X3,
    MEMO_3X3,
    SOME_RULES,
    all_legal,
    all_unfinished,
    position_of,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Rules

SEEDS = [None, 0, 1, 7, 2**53 - 1]
WEAKER = list(SKILLS)


def analysis_of(board: str, side: str) -> Analysis:
    """The analysis of a 3x3 position."""
    return analyze(position_of(board, side))


def chosen(position: Position, seed: int | None, level: Level = Level.PERFECT) -> int:
    """The cell that the service plays."""
    move = choose(analyze(position), level, seed)
    assert move
    return move.cell


def winners_of_all_games(position: Position, side: Mark, seed: int | None) -> set[Mark | None]:
    """How games end if this side plays as the service does, and the other tries everything."""
    if position.status is not Status.IN_PROGRESS:
        return {position.winner}
    if position.side_to_move is side:
        return winners_of_all_games(position.play(chosen(position, seed)), side, seed)
    replies = [position.play(cell) for cell in position.legal_moves]
    return set().union(*(winners_of_all_games(reply, side, seed) for reply in replies))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("side", Mark)
@pytest.mark.parametrize("starts", Mark)
def test_perfect_never_loses_whatever_the_other_side_plays(
    starts: Mark, side: Mark, seed: int | None
) -> None:
    start = position_of(".........", starts)
    winners = winners_of_all_games(start, side, seed)
    assert side.opponent not in winners
    assert winners == {side, None}


@pytest.mark.parametrize("seed", [0, 2**53 - 1])
def test_perfect_only_ever_picks_a_best_move(seed: int | None) -> None:
    for board, side in all_unfinished()[::7]:
        analysis = analysis_of(board, side)
        assert choose(analysis, Level.PERFECT, seed) in analysis.best_moves


def test_perfect_without_a_seed_is_the_first_best_move() -> None:
    for board, side in all_unfinished()[::7]:
        analysis = analysis_of(board, side)
        assert choose(analysis, Level.PERFECT, None) == analysis.moves[0]


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


def test_seeds_vary_the_opening_over_all_best_moves() -> None:
    assert {chosen(EMPTY_3X3, seed) for seed in range(100)} == set(range(9))


def test_the_choice_depends_on_the_side_to_move_and_on_the_board() -> None:
    as_x = [chosen(EMPTY_3X3, seed) for seed in range(20)]
    as_o = [chosen(position_of(".........", "O"), seed) for seed in range(20)]
    assert as_x != as_o


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


def test_every_level_is_described() -> None:
    assert list(DESCRIPTIONS) == list(Level)
    assert [*SKILLS, Level.PERFECT] == list(Level)


PINNED = [7, 8, 1, 5, 7, 3, 1, 2, 7, 4, 7, 1]


def test_the_choice_is_the_same_on_every_machine_and_in_every_release() -> None:
    assert [chosen(EMPTY_3X3, seed) for seed in range(12)] == PINNED


def test_games_are_the_same_in_another_process() -> None:
    program = (
        "from service.engine.play.levels import Level\n"
        "from tests.engine.play.test_opponent import game\n"
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
