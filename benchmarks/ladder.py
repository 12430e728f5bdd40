"""Round-robin tournaments between the levels: `make ladder`.

A game is a function of its seed, so a tournament can be repeated with the same result. The result
is written to service/api/ladder.json, which /v1/levels serves; docs/solver.md shows it.
"""

import json
from itertools import combinations, product
from pathlib import Path

from benchmarks.games import LEVELS, TRAPS, LevelPlayer, Result
from benchmarks.matches import match
from benchmarks.positions import empty_board, title
from benchmarks.table import heading, paragraph, table
from service.engine.board.position import Position
from service.engine.play.levels import Level

LADDER = Path(__file__).parent.parent / "service" / "api" / "ladder.json"
TOURNAMENTS = {  # games of each pairing
    empty_board(3, 3, 3): 1_000,
    empty_board(4, 4, 4): 1_000,
    empty_board(5, 5, 4): 200,
    empty_board(9, 9, 5): 200,
}
WITH_TRAPS = (empty_board(3, 3, 3),)  # perfect also plays with traps here

Pair = tuple[LevelPlayer, LevelPlayer]


def pairs(start: Position) -> list[Pair]:
    """Every level against every lower one, then perfect with traps against the other levels."""
    found = [(high, low) for low, high in combinations(LEVELS, 2)]
    return found + [(TRAPS, low) for low in LEVELS[:-1]] if start in WITH_TRAPS else found


def tournament(start: Position, games: int) -> dict[Pair, Result]:
    """The results of all pairs on all cores, from either player's point of view."""
    found = {
        (high, low): match(start, str(high), str(low), range(games)) for high, low in pairs(start)
    }
    return found | {(low, high): result.turned() for (high, low), result in found.items()}


def entry(start: Position, pair: Pair, result: Result) -> dict[str, object]:
    """The first player's row in the /v1/levels response."""
    player, opponent = pair
    geometry = start.geometry
    elo, error = result.elo or (None, None)
    return {
        "columns": geometry.columns,
        "rows": geometry.rows,
        "in_a_row": geometry.in_a_row,
        "opponent": opponent.level,
        "traps": player.traps,
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
        table(["", "result", "Elo"], [_shown(pair, results[pair]) for pair in pairs(start)])
        # A level's rows cover only games against opponents without traps.
        for pair in product((*LEVELS, TRAPS), LEVELS):
            if pair in results:
                ladder[pair[0].level].append(entry(start, pair, results[pair]))
    LADDER.write_text(json.dumps(ladder, indent=1) + "\n", encoding="utf-8")


def _shown(pair: Pair, result: Result) -> list[str]:
    """A row of the printed table."""
    elo = "{:+} ± {}".format(*result.elo) if result.elo else "no bound"
    return ["{} against {}".format(*pair), str(result), elo]


if __name__ == "__main__":
    main()
    paragraph(f"The result is in {LADDER.name}. Update the tables in docs/solver.md.")
