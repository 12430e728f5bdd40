"""Generates the puzzles: `python -m benchmarks.puzzles`.

A puzzle is a position with exactly one winning move. Candidates are the positions of games between
levels, at most one of each game. A candidate becomes a puzzle if

- neither side can complete a line at once, because such a move needs no thought,
- at least two fifths of the cells are empty, because a crowded board is tedious to read,
- exactly one move wins, and every other move is proved not to win,
- the analyses of it and of every position after a move enter at most MAX_NODES nodes, which take
  about ten milliseconds without the compiled search,
- no other puzzle is the same after a rotation, a reflection or a swap of the sides.

The *rivals* of the winning move are the other moves that look about as good: their estimate
(service/engine/board/estimate.py) is at most MARGIN lower.

Games are functions of their seeds, so the result is always the same. It is written to
service/static/puzzles/puzzles.json, with X to move.
"""

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import NamedTuple

from benchmarks.matches import LevelPlayer
from benchmarks.positions import title
from benchmarks.table import paragraph, tracked
from service.engine.analysis import Analysis
from service.engine.board.estimate import estimate
from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position, Status
from service.engine.board.symmetry import canonical
from service.engine.board.tactics import tactics_of
from service.engine.play.levels import Level
from service.engine.search.analyze import analyze
from service.engine.values import Outcome

PUZZLES = Path(__file__).parent.parent / "service" / "static" / "puzzles" / "puzzles.json"
GAMES = {  # at most, on each board
    Geometry(3, 3, 3): 2_000,
    Geometry(4, 3, 3): 1_000,
    Geometry(4, 4, 3): 1_000,
    Geometry(5, 4, 4): 300,
    Geometry(5, 5, 4): 300,
    Geometry(6, 6, 5): 300,
}
DIFFICULTIES = ("easy", "medium", "hard")
QUOTA = 5  # puzzles of each board and difficulty, at most
PAIRS = tuple(product((Level.EASY, Level.MEDIUM, Level.HARD), repeat=2))
MAX_NODES = 2_000
MARGIN = 10


class Puzzle(NamedTuple):
    """A position with exactly one winning move, X to move, and the plies to the win."""

    position: Position
    plies: int
    rivals: int

    @property
    def difficulty(self) -> str:
        """One of DIFFICULTIES: up to a point is easy, and two are medium.

        Each two plies after the third are a point, up to two rivals are one, and more are two.
        """
        points = (self.plies - 3) // 2 + (self.rivals > 0) + (self.rivals > 2)
        return DIFFICULTIES[max(0, min(2, points - 1))]


def puzzle_of(position: Position) -> Puzzle | None:
    """The puzzle in a position, turned so that X is to move; None if there is none."""
    geometry, own, other = position.geometry, position.own, position.other
    tactics = tactics_of(geometry, own, other)
    is_crowded = position.plies_left * 5 < geometry.size * 2
    if tactics.own_winning or tactics.other_winning or is_crowded:
        return None
    analysis = _quick(position)
    if not analysis or [m.score.outcome for m in analysis.moves].count(Outcome.WIN) != 1:
        return None
    after = [own | 1 << move.cell for move in analysis.moves]  # the winning move first
    win, *others = [estimate(geometry, marks, other, misere=False) for marks in after]
    rivals = sum(each >= win - MARGIN for each in others)
    x, o = canonical(geometry, own, other)
    return Puzzle(Position(geometry, x, o, Mark.X), analysis.score.plies_to_end or 0, rivals)


def _quick(position: Position) -> Analysis | None:
    """The analysis, if it takes few nodes and solves the position; the default budget is larger."""
    for analysis in (analyze(position, MAX_NODES), analyze(position)):
        if not analysis.solved or analysis.nodes > MAX_NODES:
            return None
    return analysis


def puzzles_of(geometry: Geometry) -> list[Puzzle]:
    """The puzzles of a board, at most QUOTA of each difficulty."""
    found: dict[Position, Puzzle] = {}
    room = Counter(dict.fromkeys(DIFFICULTIES, QUOTA))
    for seed in range(GAMES[geometry]):
        candidates = [puzzle for each in _game(geometry, seed) if (puzzle := puzzle_of(each))]
        for puzzle in sorted(candidates, key=lambda each: (each.plies, each.rivals), reverse=True):
            is_wanted = puzzle.position not in found and room[puzzle.difficulty]
            moves = puzzle.position.legal_moves
            if is_wanted and all(_quick(puzzle.position.play(cell)) for cell in moves):
                found[puzzle.position] = puzzle
                room[puzzle.difficulty] -= 1
                break
        if not room.total():
            break
    return list(found.values())


def _game(geometry: Geometry, seed: int) -> Iterator[Position]:
    """The unfinished positions of a game between two levels."""
    levels = PAIRS[seed % len(PAIRS)]
    players = dict(zip(Mark, map(LevelPlayer, levels), strict=True))
    position = Position(geometry, 0, 0, Mark.X)
    while position.status is Status.IN_PROGRESS:
        yield position
        position = position.play(players[position.side_to_move](position, seed))


def main() -> None:
    """Generate the puzzles of all boards on all cores, then write them, easiest first."""
    with ProcessPoolExecutor() as processes:
        boards = tracked(processes.map(puzzles_of, GAMES), len(GAMES), "boards")
        found = [puzzle for each in boards for puzzle in each]
    found.sort(key=lambda each: (DIFFICULTIES.index(each.difficulty), each.plies))
    entries = [
        {
            "board": str(each.position),
            "in_a_row": each.position.geometry.in_a_row,
            "plies_to_end": each.plies,
            "difficulty": each.difficulty,
        }
        for each in found
    ]
    lines = ",\n".join(map(json.dumps, entries))
    PUZZLES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    counts = Counter((title(puzzle.position), puzzle.difficulty) for puzzle in found)
    for (board, difficulty), count in sorted(counts.items()):
        paragraph(f"{board}: {count} {difficulty}")


if __name__ == "__main__":
    main()
