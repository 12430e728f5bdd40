"""Find strategies by which X wins."""

from collections.abc import Iterator
from itertools import islice

from benchmarks.proofs.writer import Line, Writer, empty, marked, reached, search_of
from service.engine.board.geometry import Geometry
from service.engine.certificates.check import completing, put

MAX_PLIES = 23  # of a win from the empty board
FIRST_MOVES = {Geometry(9, 4, 4): [13]}  # of wins that take minutes to find
MAX_THREATS = 5
COMPARED = 8  # series of threats


class WinWriter(Writer):
    """A strategy by which X wins as fast as it can."""

    claim = "X wins"

    def __init__(self, geometry: Geometry) -> None:
        super().__init__(geometry)
        self.search = search_of(geometry, "noughts_normal")
        self.first_moves = FIRST_MOVES.get(geometry) or empty(self.start)

    def is_true(self) -> bool:
        """Return whether X wins within MAX_PLIES plies."""
        return bool(self._fastest(self.start, self.first_moves))

    def best_line(self, board: str) -> Line:
        """Return a line that wins by threats, or else a fastest win that reaches the fewest boards.

        Each board reached then has a faster win.
        """
        for length in range(1, MAX_THREATS + 1):
            for move, *threats in self._threats(board, length):
                return Line(board, move, [str(cell) for cell in threats], [])
        answers = completing(board, "O", self.game.lines)
        moves = self.first_moves if board == self.start else sorted(answers) or empty(board)
        moves = self._fastest(board, moves)
        line = min((self._line(board, move) for move in moves), key=reached)
        return line._replace(total=1 + sum(map(self.count, line.reached)))

    def _fastest(self, board: str, moves: list[int]) -> list[int]:
        """Return the moves that win within the fewest plies; none if none wins in MAX_PLIES."""
        x, o = marked(board, "X"), marked(board, "O")
        for plies in range(1, min(MAX_PLIES, board.count(".")) + 1, 2):
            value = board.count(".") + 1 - plies
            winning = [m for m in moves if -self.search(o, x | 1 << m, -value, 1 - value) >= value]
            if winning:
                return winning
        return []

    def _line(self, board: str, move: int) -> Line:
        """Return the line of a move, with some of the shortest threats that win without a reply."""
        after = put(board, move, "X")
        for length in range(1, MAX_THREATS + 1):
            if series := [*islice(self._threats(after, length), COMPARED)]:
                return min((self._line_with(board, move, each) for each in series), key=reached)
        return self._line_with(board, move, [])

    def _line_with(self, board: str, move: int, threats: list[int]) -> Line:
        items = [str(cell) for cell in threats]
        return Line(board, move, items, list(self.game.follow_x(board, str(move), items)))

    def _threats(self, board: str, length: int) -> Iterator[list[int]]:
        """Yield the series of so many consecutive threats by which X, to move, wins."""
        dangers = completing(board, "O", self.game.lines)
        if len(dangers) > 1:
            return
        lacking = [
            [cell for cell in line if board[cell] == "."]
            for line in self.game.lines
            if all(board[cell] != "O" for cell in line)
        ]
        moves = {cell for cells in lacking if len(cells) == 2 for cell in cells}
        for move in sorted(moves & dangers if dangers else moves):
            after = put(board, move, "X")
            answers = completing(after, "X", self.game.through[move])
            if length == 1 and len(answers) > 1:
                yield [move]
            elif length > 1 and len(answers) == 1:
                for threats in self._threats(put(after, min(answers), "O"), length - 1):
                    yield [move, *threats]
