"""Proofs that a side cannot win, because its opponent can block all of its lines.

Call the side the *maker* and its opponent the *breaker*. In the game of blocking only the maker
wants a line, and the breaker wins it by occupying a cell of each. If the breaker can do that, the
maker cannot win the real game either: the breaker plays the same moves there, and if it happens
to complete a line of its own, the game ends earlier, without a win of the maker. Nothing follows
if the maker wins the game of blocking, as it may have no time to: the real breaker has threats.

What counts are the lines without a mark of the breaker; each *lacks* a set of empty cells. A
mark of the maker removes its cell from these sets, a mark of the breaker removes the sets with
its cell, and the maker has won when a set is empty.

Lemma 1, supersets. *A set that contains another one can be dropped*: whoever blocks the smaller
set has blocked the larger.

Lemma 2, pairing. *A set with two cells that are in no other set can be dropped.* The breaker
leaves these two alone until the maker plays one of them, and then plays the other. Neither cell
matters to any other set, so the maker has gained nothing there, and it is its turn again. (Hales
and Jewett paired the cells of all lines at once in this way.)

Lemma 3, weights. *The breaker wins if the sum of 2 ** -|set| is below 1 and it is its turn, or
below 1/2 and it is the maker's.* That is the bound of board/potential.py, with every weight
divided by 2 ** in_a_row. So a move of the maker that leaves the sum below 1 need not be tried.

Lemma 4, domination. *The maker need not try a cell c if every set with c also contains d.* If c
wins, so does d. Compare the position after d, with the names of c and d exchanged, with the one
after c: a set with both cells lacks the same cells in both, and a set with d alone lacks d after
the move c, and one cell less after the move d. So the maker follows its winning strategy.

Lemma 5, endings. With its turn, the maker wins if a set has one cell, or if two sets of two cells
share one: it plays that cell, and then lacks one cell in each. Without it, the breaker must play
the cell of a set that has no other, and has lost if there are two such cells.

A. W. Hales and R. I. Jewett, Regularity and positional games, Transactions of the AMS 106 (1963);
J. Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008); W.-Y. Hsu, C.-L. Ko, C.-H. Hsueh and
I-C. Wu, Solving 7,7,5-game and 8,8,5-game, ICGA Journal 42 (2020).
"""

from functools import lru_cache
from struct import Struct

from service.engine.board.geometry import Geometry, cells_of, lines
from service.engine.board.symmetry import canonical
from service.engine.budget import Budget
from service.engine.search.table import slots_for

Sets = list[int]


class Blocking:
    """The Blocker; its nodes are the positions with the maker to move."""

    def __init__(self, geometry: Geometry, budget: Budget, max_nodes: int) -> None:
        in_a_row = geometry.in_a_row
        self._geometry = geometry
        self._budget = budget
        self._slots = slots_for(max_nodes)
        self._table: dict[int, tuple[int, bool]] = {}
        # By the number of cells that a set has. One that is full weighs `_full`.
        self._full = 1 << in_a_row
        self._weights = [1 << in_a_row - cells for cells in range(in_a_row + 1)]
        # Blocks the heaviest first. Weights of 5/3 for each mark in place of 2 found the shortest
        # proofs: 6x6, five in a row, takes 302 nodes in place of 359, and 7x6 takes 185,536 in
        # place of 267,255.
        self._integers = Struct(f"<{geometry.size}I")
        self._urgencies = [5 ** (in_a_row - cells) * 3**cells for cells in range(in_a_row + 1)]

    def holds(self, maker: int, breaker: int, *, maker_to_move: bool) -> bool:
        """As in Blocker."""
        sets = [line & ~maker for line in lines(self._geometry) if not line & breaker]
        return self._holds(sets, maker) if maker_to_move else self._answers(sets, maker)

    def _holds(self, sets: Sets, maker: int) -> bool:
        """The same with the maker to move, given what its open lines lack."""
        if self._budget.nodes == self._budget.pause_at:
            self._budget.pause()
        self._budget.nodes += 1
        sets = _reduced(sets)
        if _is_lost(sets):
            return False
        total = sum([self._weights[lack.bit_count()] for lack in sets])
        if 2 * total < self._full:
            return True  # lemma 3; or no set is left
        key = self._key(sets, maker)
        entry = self._table.get(key % self._slots)
        if entry and entry[0] == key:
            return entry[1]
        held = all(
            self._answers([lack & ~(1 << cell) for lack in sets], maker | 1 << cell)
            for cell in self._attacks(sets, total)
        )
        self._table[key % self._slots] = (key, held)
        return held

    def _answers(self, sets: Sets, maker: int) -> bool:
        """The same with the breaker to move."""
        single = [lack for lack in sets if lack.bit_count() < 2]
        if single:
            forced = single[0]
            if not forced or any(lack != forced for lack in single):
                return False  # lemma 5
            return self._holds([lack for lack in sets if not lack & forced], maker)
        sets = _reduced(sets)
        if sum([self._weights[lack.bit_count()] for lack in sets]) < self._full:
            return True  # lemma 3
        return any(
            self._holds([lack for lack in sets if not lack >> cell & 1], maker)
            for cell in _heaviest_first(self._weights_of_cells(sets, self._urgencies))
        )

    def _attacks(self, sets: Sets, total: int) -> list[int]:
        """The cells that the maker needs to try, those of the heaviest sets first."""
        weights = self._weights_of_cells(sets, self._weights)
        attacks: list[int] = []
        sets_of: list[int] = []
        for cell in _heaviest_first(weights):
            if total + weights[cell] < self._full:
                break  # lemma 3, and the cells that follow are no heavier
            own = sum([1 << i for i, lack in enumerate(sets) if lack >> cell & 1])
            if all(own & ~others for others in sets_of):  # else lemma 4
                attacks.append(cell)
                sets_of.append(own)
        return attacks

    def _weights_of_cells(self, sets: Sets, weights: list[int]) -> tuple[int, ...]:
        """For each cell the weight of the sets that contain it, summed for all cells at once."""
        total = sum([weights[lack.bit_count()] * _lanes(lack) for lack in sets])
        return self._integers.unpack(total.to_bytes(self._integers.size, "little"))

    def _key(self, sets: Sets, maker: int) -> int:
        """The key of a position: the marks of the maker and the cells that its sets lack.

        It stands for the game in which the breaker has all other cells. The lines open there
        include those of `sets`, and they are lines that were open before sets were dropped; as
        the lemmas hold for dropping any of these, both games have the same winner.
        """
        lacking = 0
        for lack in sets:
            lacking |= lack
        return canonical(self._geometry, maker, lacking)


def _reduced(sets: Sets) -> Sets:
    """The sets without those that lemmas 1 and 2 drop, the smallest first."""
    while True:
        minimal: Sets = []
        fewer: Sets = []  # those of `minimal` with fewer cells than the set at hand
        once = twice = 0
        for lack in sorted(dict.fromkeys(sets), key=int.bit_count):
            if len(fewer) < len(minimal) and minimal[-1].bit_count() < lack.bit_count():
                fewer = minimal.copy()
            for smaller in fewer:
                if smaller & lack == smaller:
                    break
            else:
                minimal.append(lack)
                twice |= once & lack
                once |= lack
        private = once & ~twice
        kept = [lack for lack in minimal if (lack & private).bit_count() < 2]
        if len(kept) == len(minimal):
            return kept
        sets = kept


def _is_lost(sets: Sets) -> bool:
    """Whether lemma 5 wins for the maker, who is to move."""
    if sets and sets[0].bit_count() < 2:
        return True
    once = 0
    for lack in sets:
        if lack.bit_count() == 2:
            if once & lack:
                return True
            once |= lack
    return False


@lru_cache(maxsize=65_536)
def _lanes(cells: int) -> int:
    """An integer with 32 bits for each cell, which are 1 for the cells of a set."""
    return sum([1 << 32 * cell for cell in cells_of(cells)])


def _heaviest_first(weights: tuple[int, ...]) -> list[int]:
    """The cells of any weight, equals in cell order."""
    cells = [cell for cell, weight in enumerate(weights) if weight]
    return sorted(cells, key=weights.__getitem__, reverse=True)
