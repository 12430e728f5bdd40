"""Section `proofs`: write the certificate of each empty board that has a short one.

It takes minutes, so it runs only if it is named. The files depend on this program alone.
"""

from pathlib import Path
from time import process_time

from benchmarks.proofs.draws import DrawWriter
from benchmarks.proofs.wins import WinWriter
from benchmarks.proofs.writer import Writer, save
from benchmarks.shapes import SHAPES
from benchmarks.table import duration, heading, table
from service.engine.board.geometry import Geometry
from service.engine.certificates.check import check

FOLDER = Path(__file__).parent
# Their certificates would have more than 100 kB, or their values are not known.
WITHOUT = {
    *[(8, 4, 4), (8, 7, 5), (8, 8, 5), (9, 6, 5), (9, 7, 5), (9, 8, 5), (9, 9, 5), (9, 9, 6)],
}


def run() -> None:
    """Write and check each certificate."""
    heading("Certificates of the values of empty boards")
    for shape in SHAPES:
        if shape not in WITHOUT:
            started = process_time()
            text = _writer(Geometry(*shape)).text()
            written = process_time()
            statement, checked = check(text), process_time()
            size = save(path_of(shape), text)
            count = f"{len(text.splitlines()) - 1:,} lines"
            times = [duration(written - started), duration(checked - written)]
            table([statement, count, f"{size:,} bytes", *times], [])


def path_of(shape: tuple[int, int, int]) -> Path:
    """Return the path of the certificate of a board."""
    columns, rows, in_a_row = shape
    return FOLDER / f"{columns}x{rows}-{in_a_row}.txt.gz"


def _writer(geometry: Geometry) -> Writer:
    """Return the writer of a true claim, the simplest."""
    writers = (DrawWriter(geometry, with_threats=False), WinWriter(geometry))
    is_true = (writer for writer in writers if writer.is_true())
    return next(is_true, DrawWriter(geometry, with_threats=True))
