"""Round-robin tournaments between the levels: `make ladder`.

A game is a function of its seed, so a tournament can be repeated with the same result. The result
is written to service/api/ladder.json, which /v1/levels serves; docs/solver.md shows it.
"""

import json
import math
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from benchmarks.positions import empty_board, title
from benchmarks.table import heading, paragraph, table
from service.engine.board.position import Mark, Position, Status
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level

LADDER = Path(__file__).parent.parent / "service" / "api" / "ladder.json"
TOURNAMENTS = {  # games of each pairing
    empty_board(3, 3, 3): 1_000,
    empty_board(4, 4, 4): 1_000,
    empty_board(5, 5, 4): 200,
}
CERTAINTY = 1.96  # standard deviations to either side of a 95 % interval


class Result(NamedTuple):
    """Games of one level against another, from the first one's point of view."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)

    @property
    def score(self) -> float:
        """The share of points: 1 for a win, and 0.5 for a draw."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def elo(self) -> tuple[int, int] | None:
        """The difference in Elo points, and half the width of its 95 % interval.

        None if one side has won every game, because there is no upper bound then.
        """
        score = self.score
        if score in (0, 1):
            return None
        squares = self.wins * (1 - score) ** 2 + self.draws * (0.5 - score) ** 2
        variance = (squares + self.losses * score**2) / self.games
        steepness = 400 / math.log(10) / (score * (1 - score))
        error = CERTAINTY * math.sqrt(variance / self.games) * steepness
        return round(400 * math.log10(score / (1 - score))), round(error)

    def turned(self) -> "Result":
        """The same games from the other level's point of view."""
        return Result(self.losses, self.draws, self.wins)


def winner(position: Position, sides: dict[Mark, Level], seed: int) -> Mark | None:
    """The winner of a game that starts from a position."""
    while position.status is Status.IN_PROGRESS:
        position = position.play(play_level(position, sides[position.side_to_move], seed))
    return position.winner


def pairing(start: Position, level: Level, opponent: Level, seeds: Iterable[int]) -> Result:
    """Games of two levels; with even seeds the first of them is X and moves first."""
    results = []
    for seed in seeds:
        side = Mark.O if seed % 2 else Mark.X
        won = winner(start, {side: level, side.opponent: opponent}, seed)
        results.append(0 if won is side else 1 if won is None else 2)
    return Result(*(results.count(kind) for kind in range(3)))


def tournament(start: Position, games: int) -> dict[tuple[Level, Level], Result]:
    """Every level against every other one, on all cores."""
    pairs = [(high, low) for low, high in combinations(Level, 2)]
    chunk = max(1, games // 20)
    jobs = [
        (start, *pair, range(first, min(first + chunk, games)))
        for pair in reversed(pairs)
        for first in range(0, games, chunk)
    ]
    found: dict[tuple[Level, Level], Result] = {}
    with ProcessPoolExecutor() as processes:
        results = processes.map(pairing, *zip(*jobs, strict=True))
        for (_, high, low, _), part in zip(jobs, results, strict=True):
            before = found.get((high, low), Result(0, 0, 0))
            found[high, low] = Result(*map(sum, zip(before, part, strict=True)))
    return found | {(low, high): result.turned() for (high, low), result in found.items()}


def entry(start: Position, opponent: Level, result: Result) -> dict[str, object]:
    """A row of the ladder as in the /v1/levels response."""
    geometry = start.geometry
    elo, error = result.elo or (None, None)
    return {
        "columns": geometry.columns,
        "rows": geometry.rows,
        "in_a_row": geometry.in_a_row,
        "opponent": opponent,
        "games": result.games,
        **result._asdict(),
        "elo": elo,
        "elo_error": error,
    }


def main() -> None:
    """Play all tournaments, then print and write the results."""
    ladder: dict[Level, list[dict[str, object]]] = {level: [] for level in Level}
    for start, games in TOURNAMENTS.items():
        results = tournament(start, games)
        heading(f"{title(start)}: {games:,} games for each pairing, each side starting half")
        print_table(results)
        for level in Level:
            for opponent in Level:
                if level is not opponent:
                    result = results[level, opponent]
                    ladder[level].append(entry(start, opponent, result))
    LADDER.write_text(json.dumps(ladder, indent=1) + "\n", encoding="utf-8")


def print_table(results: dict[tuple[Level, Level], Result]) -> None:
    """Print each pairing once, the higher level first."""
    rows = []
    for low, high in combinations(Level, 2):
        result = results[high, low]
        elo = "{:+} ± {}".format(*result.elo) if result.elo else "no bound"
        counts = [str(count) for count in result]
        rows.append([f"{high} against {low}", *counts, f"{result.score:.1%}", elo])
    table(["", "wins", "draws", "losses", "score", "Elo"], rows)


if __name__ == "__main__":
    main()
    paragraph(f"The result is in {LADDER.name}. Update the table in docs/solver.md.")
