"""`python -m benchmarks.pairings`: draws that another program can check, each as a line of JSON.

In a pairing, every line of the board contains a pair of cells, and no cell is in two pairs. So
neither side can complete a line: whenever one takes a cell of a pair, the other takes the other
cell (Hales and Jewett, Regularity and positional games, 1963).
"""

import json
from itertools import chain

from benchmarks.shapes import SHAPES
from service.engine.board.geometry import Geometry, cells_of, lines


def pairing(geometry: Geometry) -> list[list[int]] | None:
    """Return a pair of cells for each line, of which no two share a cell; None if there are none.

    This is a bipartite matching of the lines, each counted twice, with the cells.
    """
    cells_by_line = [list(cells_of(line)) for line in lines(geometry)]
    line_by_cell: dict[int, int] = {}

    def takes_cell(line: int, tried: set[int]) -> bool:
        """Give the line one cell more, for which other lines may have to change theirs."""
        for cell in cells_by_line[line]:
            if cell in tried or line_by_cell.get(cell) == line:
                continue
            tried.add(cell)
            if cell not in line_by_cell or takes_cell(line_by_cell[cell], tried):
                line_by_cell[cell] = line
                return True
        return False

    numbers = range(len(cells_by_line))
    if not all(takes_cell(line, set()) for line in chain(numbers, numbers)):
        return None
    return [
        [cell for cell in cells if line_by_cell.get(cell) == n]
        for n, cells in enumerate(cells_by_line)
    ]


def main() -> None:
    """Print the pairing of each board that has one."""
    for columns, rows, in_a_row in SHAPES:
        if pairs := pairing(Geometry(columns, rows, in_a_row)):
            board = {"columns": columns, "rows": rows, "in_a_row": in_a_row}
            print(json.dumps(board | {"pairs": pairs}))


if __name__ == "__main__":
    main()
