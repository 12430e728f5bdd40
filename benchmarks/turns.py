"""Section `turns`: the time `perfect` takes per move, on boards of all sizes."""

from statistics import median

from benchmarks.matches import TRAPS, winner
from benchmarks.positions import empty_board, title
from benchmarks.server import ROOT, checkout, compute, revision
from benchmarks.simple import SIMPLE
from benchmarks.table import Figure, duration, heading, paragraph, report, table, tracked
from service.engine.board.position import Mark, Position

OPPONENT = "greedy"
BOARDS = (
    *((3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 5, 4), (6, 6, 4), (6, 6, 5), (7, 6, 4), (7, 7, 4)),
    *((7, 7, 5), (8, 8, 5), (9, 8, 6), (9, 9, 3), (9, 9, 4), (9, 9, 5), (9, 9, 6)),
)
MISERE_BOARDS = ((3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 6, 4), (7, 7, 5), (9, 9, 5))
PROGRAM = """
from time import process_time
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.play.levels import Level

try:
    from service.engine.play.choice import play_level
except ImportError:  # In 1.2.0.
    from service.engine.play.opponent import play_level

def run(turns):
    return list(map(seconds, turns))

def seconds(turn):
    board, in_a_row, misere = turn
    position = read_position(board, Mark.X, in_a_row, misere)
    started = process_time()
    play_level(position, Level.PERFECT, 0, traps=True)
    return process_time() - started
"""


def run() -> None:
    """Time the turns of one game on each board, with this engine and with the last release's."""
    name = revision()
    heading("Turns: CPU time per move of perfect, with traps")
    paragraph(
        f"The median and the longest turn of one game against `{OPPONENT}`, in which `perfect` "
        "moves first, with the default budget of a turn. Both engines get the same turns."
    )
    starts = [empty_board(*size) for size in BOARDS]
    starts += [empty_board(*size, misere=True) for size in MISERE_BOARDS]
    with checkout(name) as folder:
        games = map(_turns, tracked(starts, len(starts), "games"))
        found = [[compute(each, PROGRAM, turns) for each in (ROOT, folder)] for turns in games]
    rows = []
    for start, both in zip(starts, found, strict=True):
        cells = (f"{duration(median(each))}, {duration(max(each))}" for each in both)
        rows.append([title(start), *cells])
    table(["columns, rows, in a row", "now", name], rows)
    ratio = max(median(now) / median(before) for now, before in found)
    slowest = max(median(now) for now, _ in found)
    figures = [
        Figure("median, relative to the release", ratio, 2),
        Figure("median of the slowest board", slowest, 1, unit=" s"),
        Figure("longest", max(max(now) for now, _ in found), 2, unit=" s"),
    ]
    report(figures)


def _turns(start: Position) -> list[tuple[str, int, bool]]:
    """The turns of perfect in a game."""
    turns = []

    def play(position: Position, seed: int) -> int:
        turns.append((str(position), position.geometry.in_a_row, position.misere))
        return TRAPS(position, seed)

    winner(start, {Mark.X: play, Mark.O: SIMPLE[OPPONENT]}, seed=0)
    return turns
