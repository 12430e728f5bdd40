"""Boards in the terminal, and tables that fit every terminal."""

from rich.box import SIMPLE_HEAD, SQUARE
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from service.engine.board.notation import marks
from service.engine.board.position import Mark, Position

STYLES = {Mark.X: "bold cyan", Mark.O: "bold magenta", None: "dim"}
WIDEST = 10_000


class Fitting:
    """A table, or a replacement if the terminal is too narrow for its words."""

    def __init__(self, table: Table, narrow: RenderableType) -> None:
        self.table = table
        self.narrow = narrow

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table or its replacement."""
        needed = self.table.__rich_measure__(console, options.update(max_width=WIDEST)).minimum
        yield self.table if needed <= options.max_width else self.narrow


def tabulated(headers: list[str], rows: list[list[str]]) -> Fitting:
    """Rows of text under their headers; on a narrow terminal, a paragraph for each row."""
    table = Table(*headers, box=SIMPLE_HEAD)
    for row in rows:
        table.add_row(*row)
    return Fitting(table, Group(*(_paragraph(headers, row) for row in rows)))


def _paragraph(headers: list[str], row: list[str]) -> Text:
    named = zip(headers, row, strict=True)
    text = ", ".join(f"{header} {cell}".strip() for header, cell in named if cell)
    return Text.from_markup(text)


def drawn(position: Position) -> Fitting:
    """The board with its marks, a number on each empty cell, and completed lines reversed."""
    grid = Table(box=SQUARE, show_header=False, show_lines=True)
    narrow = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
    columns = position.geometry.columns
    for _ in range(columns):
        grid.add_column(justify="center", min_width=2)
        narrow.add_column(justify="right")
    cells = _cells(position)
    for start in range(0, len(cells), columns):
        for table in (grid, narrow):
            table.add_row(*cells[start : start + columns])
    return Fitting(grid, Fitting(narrow, "The terminal is too narrow for this board."))


def _cells(position: Position) -> list[Text]:
    completed = {cell for line in position.winning_lines for cell in line}
    return [
        Text(mark or str(cell), STYLES[mark] + (" reverse" if cell in completed else ""))
        for cell, mark in enumerate(marks(position))
    ]


def described(position: Position) -> str:
    """The state of the game, in words."""
    if position.winner:
        return f"{position.winner} has won."
    return f"{position.side_to_move} is to move." if position.legal_moves else "A draw."
