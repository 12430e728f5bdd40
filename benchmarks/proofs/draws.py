"""Find strategies by which O never lets X complete a line."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, combinations, islice

from benchmarks.proofs.writer import Line, Writer, compiled, empty, marked, reached, search_of
from service.engine.board.geometry import Geometry, lines
from service.engine.budget import Budget, BudgetSpentError
from service.engine.certificates.check import put
from service.engine.search.compiled.interface import CompiledSearch

FULL_LINE = 2**9  # A set of n cells weighs 2 ** (9 - n).
PAIRED_REPLIES = 8  # the replies, with the least weight left, for which pairs are chosen
COMPARED = 2  # lines of which the one with the lowest total is taken
PAIRED_NODES = 3_000  # of the search whether O holds a board with pairs

Sets = set[frozenset[int]]


class DrawWriter(Writer):
    """A strategy of O, which blocks all lines of X or, with threats, answers them in time."""

    claim = "draw"

    def __init__(self, geometry: Geometry, *, with_threats: bool) -> None:
        super().__init__(geometry)
        self.with_threats = with_threats
        function = "noughts_normal" if with_threats else "noughts_breaker_wins"
        self.search = search_of(geometry, function)
        self.held: dict[str, bool] = {}

    def is_true(self) -> bool:
        """Return whether X cannot win or, without threats of O, whether O can block all lines."""
        return self._holds(self.start)

    def best_line(self, board: str) -> Line:
        """Return a line after which no reply matters, or else the one with the lowest total."""
        sets = self._sets(board)
        if board == self.start:
            line = next(self._lines(board, "-", paired_off(sets)[0]))
            return line._replace(total=1 + sum(map(self.count, line.reached)))
        forced = {cell for each in sets if len(each) == 1 for cell in each}
        replies = [
            (weight(left), cell, left)
            for cell in sorted(forced) or empty(board)
            for left in [{each for each in sets if cell not in each}]
        ]
        replies.sort(key=lambda each: each[:2])
        paired = []
        for _, cell, left in replies[:PAIRED_REPLIES]:
            pairs, rest = paired_off(left)
            if not rest:
                return Line(board, cell, pairs, [])
            paired.append((rest, cell, pairs))
        more: list[tuple[int, int, list[str]]]
        more = [(rest, cell, []) for rest, cell, _ in replies[PAIRED_REPLIES:]]
        found = (self._lines(board, cell, pairs) for _, cell, pairs in sorted(paired) + more)
        first, *others = sorted(islice(chain.from_iterable(found), COMPARED), key=reached)
        best = first._replace(total=1 + sum(map(self.count, first.reached)))
        for line in others:
            total = 1
            for each in line.reached:
                total += self.count(each)
                if total >= best.total:
                    break
            else:
                best = line._replace(total=total)
        return best

    def _lines(self, board: str, move: int | str, pairs: list[str]) -> Iterator[Line]:
        """Yield the line of a move with which O holds, with as many of these pairs as possible."""
        after = board if move == "-" else put(board, int(move), "O")
        if not self._holds(after):
            return
        chosen = next(
            pairs[:count]
            for count in (len(pairs), len(pairs) // 2, 0)
            if self._holds(with_pairs(after, pairs[:count]))
        )
        found = self.game.follow_o(board, str(move), chosen)
        different = {self.game.canonical(each): each for each in found}
        yield Line(board, move, chosen, list(different.values()))

    def _holds(self, board: str) -> bool:
        """Return whether O holds a board with X to move; False if that is not soon proved."""
        key = self.game.canonical(board)
        if key not in self.held:
            names = set(board) - set(".XO")
            pairs = [marked(board, name) for name in names]
            self.held[key] = self._holds_pairs(board, pairs) if pairs else self._holds_alone(board)
        return self.held[key]

    def _holds_alone(self, board: str) -> bool:
        x, o = marked(board, "X"), marked(board, "O")
        return self.search(x, o, 0, 1) <= 0 if self.with_threats else bool(self.search(x, o, 1))

    def _holds_pairs(self, board: str, pairs: list[int]) -> bool:
        """Return whether O can block the lines that no pair blocks, if X gets the paired cells."""
        o, budget = marked(board, "O"), Budget(PAIRED_NODES)
        left = tuple(
            line
            for line in lines(self.geometry)
            if not line & o and all(line & pair != pair for pair in pairs)
        )
        function = "noughts_breaker_wins"
        search = CompiledSearch(compiled(), function, self.geometry, budget, only_lines=left)
        with suppress(BudgetSpentError):
            return bool(search(marked(board, "X") | sum(pairs), o, 1))
        return False

    def _sets(self, board: str) -> Sets:
        """Return the sets of cells that X lacks, without those that contain another."""
        found = set()
        for line in self.game.lines:
            marks = [board[cell] for cell in line if board[cell] not in ".X"]
            if "O" not in marks and len(set(marks)) == len(marks):
                found.add(frozenset(cell for cell in line if board[cell] == "."))
        return {each for each in found if not any(smaller < each for smaller in found)}


def with_pairs(board: str, pairs: Iterable[str]) -> str:
    """Return a board with more pairs, each named by a character that no board has."""
    for pair in pairs:
        first, second = map(int, pair.split("-"))
        board = put(put(board, first, chr(first + 256)), second, chr(first + 256))
    return board


def weight(sets: Iterable[frozenset[int]]) -> int:
    """Return the weight of sets with O to move."""
    return sum(FULL_LINE >> len(each) for each in sets)


def paired_off(sets: Sets) -> tuple[list[str], int]:
    """Choose pairs of cells one by one, each to reduce the weight of the sets the most.

    Return the pairs and the weight left, which is 0 if X, to move, can no longer complete a line.
    """
    left, pairs = set(sets), list[str]()
    of_cells: Counter[int] = Counter()
    of_pairs: Counter[tuple[int, int]] = Counter()

    def add(each: frozenset[int], sign: int) -> None:
        added = sign * (FULL_LINE >> len(each))
        for cell in each:
            of_cells[cell] += added
        for pair in combinations(sorted(each), 2):
            of_pairs[pair] += added

    for each in left:
        add(each, 1)
    while (total := weight(left)) + max(of_cells.values(), default=0) >= FULL_LINE:
        # The sets with both cells are dropped, and those with one of them weigh twice as much.
        gains = {
            pair: 3 * shared - of_cells[pair[0]] - of_cells[pair[1]]
            for pair, shared in of_pairs.items()
            if shared
        }
        best = max(sorted(gains), key=gains.__getitem__, default=None)
        if best is None or gains[best] < 0:
            return pairs, total
        pairs.append("{}-{}".format(*best))
        for each in [each for each in left if each & {*best}]:
            left.remove(each)
            add(each, -1)
            if not each >= {*best} and (rest := each - {*best}) not in left:
                left.add(rest)
                add(rest, 1)
    return pairs, 0
