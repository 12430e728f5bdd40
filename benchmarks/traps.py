"""Section `traps`: how `perfect` scores with and without traps, against players that err."""

from benchmarks.games import LevelPlayer, pairing
from benchmarks.players import GREEDY, Player, at_random, one_ply
from benchmarks.positions import empty_board
from benchmarks.programs import start_installed
from benchmarks.table import heading, paragraph, table
from service.engine.play.levels import Level

GAMES = 1_000
START = empty_board(3, 3, 3)
PERFECT = [LevelPlayer(Level.PERFECT, traps) for traps in (False, True)]


def run() -> None:
    """Play against each opponent, starting half of the games."""
    heading("Traps: perfect against players that err, on 3x3")
    paragraph(
        f"Wins, draws and losses in {GAMES:,} games each, and the share of points: 1 for a win, "
        "0.5 for a draw. `one-ply` completes a line if it can, else blocks one if it can, else "
        "plays at random. `greedy` plays on the line with the most marks of one side; extending "
        "or blocking is preferred if lines have equally many."
    )
    opponents: dict[str, Player] = {"random": at_random, "one-ply": one_ply, **GREEDY}
    opponents |= start_installed(START.geometry)
    opponents |= {level: LevelPlayer(level) for level in Level if level is not Level.PERFECT}
    rows = [
        [name, *(str(pairing(START, player, opponent, range(GAMES))) for player in PERFECT)]
        for name, opponent in opponents.items()
    ]
    table(["opponent", "perfect", "perfect with traps"], rows)
