"""A board in the terminal."""

from rich.box import SQUARE
from rich.table import Table
from rich.text import Text

from service.engine.board.notation import marks
from service.engine.board.position import Mark, Position

STYLES = {Mark.X: "bold cyan", Mark.O: "bold magenta", None: "dim"}


def drawn(position: Position) -> Table:
    """The board with its marks, a number on each empty cell, and completed lines reversed."""
    grid = Table(box=SQUARE, show_header=False, show_lines=True)
    columns = position.geometry.columns
    for _ in range(columns):
        grid.add_column(justify="center", min_width=2)
    completed = {cell for line in position.winning_lines for cell in line}
    cells = [
        Text(mark or str(cell), STYLES[mark] + (" reverse" if cell in completed else ""))
        for cell, mark in enumerate(marks(position))
    ]
    for start in range(0, len(cells), columns):
        grid.add_row(*cells[start : start + columns])
    return grid


def described(position: Position) -> str:
    """How the game stands, in words."""
    if position.winner:
        return f"{position.winner} has won."
    return f"{position.side_to_move} is to move." if position.legal_moves else "A draw."
