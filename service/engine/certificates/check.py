"""Check a certificate, as docs/certificates.md describes it: `gzip -dc FILE | python check.py`."""

import re
import sys
from collections.abc import Iterator
from itertools import product

HEADER = r"Noughts certificate: ([3-9])x([3-9]), ([3-9]) in a row, (X wins|draw), (\d{1,7}) lines"
MOVES = {"X wins": r"(\d\d?)((?: \d\d?)*)", "draw": r"(-|\d\d?)((?: \d\d?-\d\d?)*)"}


def check(text: str) -> str:
    """Return the statement that a certificate proves; raise ValueError with its first fault."""
    header, *lines = text.removesuffix("\n").split("\n")
    if not (found := re.fullmatch(HEADER, header)):
        raise ValueError("The first line is not the header of a certificate.")
    columns, rows, in_a_row, claim, count = found.groups()
    form = re.compile(rf"((?:/[.A-Za-z]{{{columns}}}){{{rows}}}) {MOVES[claim]}")
    game, strategy = Game(int(columns), int(rows), int(in_a_row)), {}
    for line in lines:
        if not (found := form.fullmatch(f"/{line}")):
            raise ValueError(f"A line is malformed. It begins with {line[:99]!r}.")
        board = found[1].replace("/", "")
        strategy[game.canonical(board)] = board, found[2], found[3].split()
    if not len(strategy) == len(lines) == int(count):
        raise ValueError(f"{len(lines)} lines have {len(strategy)} boards, but must have {count}.")
    left, reached = ["." * game.size], set()
    while left:
        if (key := game.canonical(board := left.pop())) not in strategy:
            raise ValueError(f"{board} is reached, but has no line.")
        if key not in reached:
            reached.add(key)
            left += (game.follow_x if claim == "X wins" else game.follow_o)(*strategy[key])
    if unused := strategy.keys() - reached:
        raise ValueError(f"{min(unused)} has a line, but is never reached.")
    return f"{columns}x{rows}, {in_a_row} in a row: {claim}."


def put(board: str, cell: int, mark: str) -> str:
    """Return the board with a mark in a cell that was empty."""
    if board[cell : cell + 1] != ".":
        raise ValueError(f"Cell {cell} is not empty in {board}.")
    return board[:cell] + mark + board[cell + 1 :]


def completing(board: str, side: str, lines: list[list[int]]) -> set[int]:
    """Return the cells at which a side completes one of these lines."""
    lacking = [[cell for cell in line if board[cell] != side] for line in lines]
    return {each[0] for each in lacking if len(each) == 1 and board[each[0]] == "."}


class Game:
    """The lines and symmetries of a game. Its boards are strings of their cells, row by row."""

    def __init__(self, columns: int, rows: int, in_a_row: int) -> None:
        self.size = columns * rows
        self.lines = [
            [(y + i * down) * columns + x + i * right for i in range(in_a_row)]
            for y, x in product(range(rows), range(columns))
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            if y + (in_a_row - 1) * down < rows and 0 <= x + (in_a_row - 1) * right < columns
        ]
        self.through = [[line for line in self.lines if cell in line] for cell in range(self.size)]
        grid = [tuple(range(y * columns, (y + 1) * columns)) for y in range(rows)]
        images = [grid, grid[::-1]]
        images += [[row[::-1] for row in image] for image in images]
        images += [list(zip(*image, strict=True)) for image in images if columns == rows]
        self.images = [sum(image, ()) for image in images]

    def canonical(self, board: str) -> str:
        """Return the least image of a board, with its pairs named by their first cells."""
        images = ["".join([board[cell] for cell in image]) for image in self.images]
        return min("".join([c if c in ".XO" else chr(i.index(c) + 256) for c in i]) for i in images)

    def follow_x(self, board: str, move: str, threats: list[str]) -> Iterator[str]:
        """Yield each board after X's move and a reply, unless X then wins by these threats."""
        board = put(board, int(move), "X")
        answers = completing(board, "X", self.lines)
        if completing(board, "O", self.lines) or "." not in board:
            raise ValueError(f"X does not win in {board}.")
        for cell in (answers or range(self.size)) if len(answers) < 2 else ():
            if board[cell] == "." and not self.wins(put(board, cell, "O"), cell, threats):
                yield put(board, cell, "O")

    def wins(self, board: str, last: int, threats: list[str]) -> bool:
        """Return whether X wins by consecutive threats after O's mark in the cell `last`."""
        for move in map(int, threats):
            if board[move : move + 1] != "." or completing(board, "O", self.through[last]) - {move}:
                return False
            board = put(board, move, "X")
            answers = completing(board, "X", self.through[move])
            if len(answers) != 1:
                return len(answers) > 1
            board = put(board, last := answers.pop(), "O")
        return False

    def follow_o(self, board: str, move: str, pairs: list[str]) -> Iterator[str]:
        """Yield each board after O's move, with new pairs, and a reply that is not harmless."""
        if (move == "-") != (set(board) == {"."}):
            raise ValueError(f"O cannot play {move} in {board}.")
        board = board if move == "-" else put(board, int(move), "O")
        for a, b in (map(int, pair.split("-")) for pair in pairs):
            board = put(put(board, a, chr(a + 256)), b, chr(a + 256))
        sets = set()
        for line in self.lines:
            marks = [board[cell] for cell in line if board[cell] not in ".X"]
            if "O" not in marks and len(set(marks)) == len(marks):
                sets.add(frozenset(cell for cell in line if board[cell] == "."))
        least = [each for each in sets if not any(smaller < each for smaller in sets)]
        if any(len(each) < 2 for each in least):
            raise ValueError(f"X can complete a line in {board}.")
        answers = completing(board, "O", self.lines)
        for cell in (answers or range(self.size)) if len(answers) < 2 else ():
            weight = sum(2 ** (9 - len(each) + (cell in each)) for each in least)
            if board[cell] == "." and weight >= 2**9:
                yield put(board, cell, "X")


if __name__ == "__main__":
    print(check(sys.stdin.read()))  # noqa: T201
