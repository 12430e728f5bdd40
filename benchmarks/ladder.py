"""Round-robin tournaments between the levels: `make ladder`.

A game is a function of its seed, so a tournament can be repeated with the same result. The result
is written to service/api/ladder.json, which /v1/levels serves; docs/solver.md shows it.
"""

import json
from itertools import combinations
from pathlib import Path

from benchmarks.matches import LEVELS, TRAPS, LevelPlayer, Result, match
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
Row = dict[str, object]


def entry(start: Position, player: LevelPlayer, opponent: LevelPlayer, result: Result) -> Row:
    """The first player's row in the /v1/levels response."""
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
    """Play all tournaments, then print and write the results.

    Every level plays every lower one, then perfect with traps some of the other levels. A level's
    rows cover only games against opponents without traps.
    """
    ladder: dict[Level, list[Row]] = {level: [] for level in Level}
    for start, games in TOURNAMENTS.items():
        heading(f"{title(start)}: {games:,} games for each pairing, each side starting half")
        pairs = [(high, low) for low, high in combinations(LEVELS, 2)]
        if start in WITH_TRAPS:
            pairs += [(TRAPS, low) for low in LEVELS[:-1]]
        for high, low in pairs:
            result = match(start, str(high), str(low), range(games))
            elo = "{:+} ± {}".format(*result.elo) if result.elo else "no bound"
            table([f"{high} against {low}", str(result), elo], [])
            ladder[high.level].append(entry(start, high, low, result))
            if not high.traps:
                ladder[low.level].append(entry(start, low, high, result.turned()))
    LADDER.write_text(json.dumps(ladder, indent=1) + "\n", encoding="utf-8")
    paragraph(f"The result is in {LADDER.name}. Update the tables in docs/solver.md.")


if __name__ == "__main__":
    main()
