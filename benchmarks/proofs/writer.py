"""Write certificates in the format of docs/certificates.md."""

import gzip
from abc import ABC, abstractmethod
from ctypes import CDLL
from pathlib import Path
from typing import NamedTuple

from service.engine.board.geometry import Geometry
from service.engine.budget import Budget
from service.engine.certificates.check import Game
from service.engine.search.compiled.interface import MAX_SLOTS, CompiledSearch, library

PAIR_NAMES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWYZ"
MAX_NODES = 10**9


class Line(NamedTuple):
    """A line of a certificate, the boards reached after it, and the total of lines from it on."""

    board: str
    move: int | str
    items: list[str]
    reached: list[str]
    total: int = 1


class Writer(ABC):
    """A strategy for a claim about an empty board: its lines, by the keys of their boards.

    Boards are strings of their cells, as in the checker, whose `Game` also says what is reached.
    """

    claim: str

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.game = Game(geometry.columns, geometry.rows, geometry.in_a_row)
        self.start = "." * geometry.size
        self.lines: dict[str, Line] = {}

    @abstractmethod
    def is_true(self) -> bool:
        """Return whether the claim is true, as far as this writer can find out."""

    @abstractmethod
    def best_line(self, board: str) -> Line:
        """Return a line for a board, if possible one after which few lines follow."""

    def count(self, board: str) -> int:
        """Find the lines from a board on, and return their number, with repetitions."""
        key = self.game.canonical(board)
        if key not in self.lines:
            self.lines[key] = self.best_line(board)
        return self.lines[key].total

    def text(self) -> str:
        """Return the certificate, in the order in which its boards are reached."""
        self.count(self.start)
        left, found = [self.start], {}
        while left:
            key = self.game.canonical(left.pop())
            if key not in found:
                found[key] = self.lines[key]
                left += reversed(found[key].reached)
        columns, rows, in_a_row = self.geometry.columns, self.geometry.rows, self.geometry.in_a_row
        game = f"{columns}x{rows}, {in_a_row} in a row"
        header = f"Noughts certificate: {game}, {self.claim}, {len(found)} lines"
        return "".join(f"{line}\n" for line in (header, *map(self._format, found.values())))

    def _format(self, line: Line) -> str:
        """Return a line as text, with letters as the names of pairs."""
        names = dict(zip(".XO", ".XO", strict=True))
        board = "".join(names.setdefault(each, PAIR_NAMES[len(names) - 3]) for each in line.board)
        starts = range(0, self.geometry.size, self.geometry.columns)
        text = "/".join(board[start : start + self.geometry.columns] for start in starts)
        return " ".join([text, str(line.move), *line.items])


def reached(line: Line) -> int:
    """Return how many boards are reached directly after a line."""
    return len(line.reached)


def search_of(geometry: Geometry, function: str) -> CompiledSearch:
    """Return a search with a large table."""
    return CompiledSearch(compiled(), function, geometry, Budget(MAX_NODES), MAX_SLOTS)


def compiled() -> CDLL:
    """Return the library of the compiled search; raise SystemExit if it is not built."""
    if found := library():
        return found
    raise SystemExit("Certificates need the compiled search. Run `make setup` first.")


def marked(board: str, mark: str) -> int:
    """Return the cells with a mark."""
    return sum(1 << cell for cell, each in enumerate(board) if each == mark)


def empty(board: str) -> list[int]:
    """Return the empty cells."""
    return [cell for cell, mark in enumerate(board) if mark == "."]


def save(path: Path, text: str) -> int:
    """Write a compressed file, which depends on the text alone; return its size in bytes."""
    content = gzip.compress(text.encode(), mtime=0)
    path.write_bytes(content)
    return len(content)
