"""Section `engine`: the time to score every move of all 3x3 positions, next to another revision."""

from statistics import median

from benchmarks.server import ROOT, checkout, compute, revision
from benchmarks.table import Figure, heading, paragraph, report, tracked

MAX_RATIO = 2  # to the revision
ROUNDS = 5
PROGRAM = """
from time import process_time
from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position
from service.engine.search.analyze import analyze

def run(_):
    found = ply = dict.fromkeys(Position(Geometry(3, 3, 3), 0, 0, side) for side in Mark)
    while ply:
        ply = dict.fromkeys(before.play(cell) for before in ply for cell in before.legal_moves)
        found = found | ply
    started = process_time()
    for position in found:
        analyze(position)
    return process_time() - started
"""


def run() -> None:
    """Time both engines in turn."""
    name = revision()
    heading("Engine: every move scored on all legal positions of 3x3")
    paragraph(f"CPU time, now and of revision {name}. Every search starts with an empty cache.")
    with checkout(name) as folder:
        rounds = [
            [compute(each, PROGRAM, None) for each in (ROOT, folder)]
            for _ in tracked(range(ROUNDS), ROUNDS, "rounds")
        ]
    now, before = map(median, zip(*rounds, strict=True))
    report([Figure(f"now {now:.2f} s, {name} {before:.2f} s: ratio", now / before, MAX_RATIO)])
