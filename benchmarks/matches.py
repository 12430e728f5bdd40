"""`python -m benchmarks.matches BOARD PLAYER OPPONENT ...`: games of one player against others.

A board is written like 9,9,5: columns, rows, in a row. The player starts half of the games.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache

from benchmarks.games import LEVELS, TRAPS, Result, pairing
from benchmarks.players import SIMPLE, Player
from benchmarks.positions import empty_board, title
from benchmarks.programs import PROGRAMS
from benchmarks.table import heading, table
from service.engine.board.position import Position

PLAYERS: dict[str, Player] = {str(player): player for player in (*LEVELS, TRAPS)} | SIMPLE
CHUNK = 10  # games that a process plays in a row


def main() -> None:
    """Play the games named on the command line, and print wins, draws and losses."""
    names = [*PLAYERS, *PROGRAMS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matches", description=__doc__)
    parser.add_argument("board")
    parser.add_argument("player", choices=names, metavar="player", help=", ".join(names))
    parser.add_argument("opponents", choices=names, metavar="opponent", nargs="+")
    parser.add_argument("--games", type=int, default=100, help="against each opponent (100)")
    parser.add_argument("--first-seed", type=int, default=0, help="every game has its own (0)")
    given = parser.parse_args()
    start = empty_board(*map(int, given.board.split(",")))
    seeds = range(given.first_seed, given.first_seed + given.games)
    heading(f"{given.player} on {title(start)}: wins, draws and losses, and the share of points")
    for opponent in given.opponents:
        table([opponent, str(match(start, given.player, opponent, seeds))], [])


def match(start: Position, player: str, opponent: str, seeds: range) -> Result:
    """The result of one game with each seed, on all cores."""
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    with ProcessPoolExecutor() as processes:
        jobs = [processes.submit(_played, start, player, opponent, chunk) for chunk in chunks]
        return Result(*map(sum, zip(*(job.result() for job in jobs), strict=True)))


def _played(start: Position, player: str, opponent: str, seeds: range) -> Result:
    return pairing(start, _player(player, start), _player(opponent, start), seeds)


@lru_cache
def _player(name: str, start: Position) -> Player:
    return PLAYERS[name] if name in PLAYERS else PROGRAMS[name](start.geometry)


if __name__ == "__main__":
    main()
