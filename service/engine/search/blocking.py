"""Proofs that a side cannot win, because its opponent can block all of its lines.

Call the side the *maker* and its opponent the *breaker*. In the blocking game, only the maker wants
a line, and the breaker wins by occupying a cell of each line. If the breaker can do that, the maker
cannot win the real game either: the breaker plays the same moves there, and if it happens to
complete its own line, the game ends earlier, without a win for the maker. Nothing follows if the
maker wins the blocking game, because the real breaker has threats that may leave it no time.

Only the lines without a breaker's mark count; each *lacks* a set of empty cells. A maker's mark
removes its cell from these sets, a breaker's mark removes the sets with its cell, and the maker has
won when a set is empty.

Lemma 1, supersets. *A set that contains another one can be dropped*: whoever blocks the smaller
set has also blocked the larger.

Lemma 2, pairing. *A set with two cells that are in no other set can be dropped.* The breaker
leaves these two alone until the maker plays one of them, and then plays the other. Neither cell
matters to any other set, so the maker has gained nothing there, and it is its turn again. (Hales
and Jewett paired the cells of all lines at once in this way.)

Lemma 3, weights. *The breaker wins if the sum of 2 ** -|set| is below 1 and it is its turn, or
below 1/2 and it is the maker's.* This is the bound of board/potential.py, with every weight divided
by 2 ** in_a_row. So the maker need not try a move that leaves the sum below 1.

Lemma 4, domination. *The maker need not try a cell c if every set with c also contains d.* If c
wins, so does d. Compare the position after d, with the names of c and d swapped, with the one after
c: a set with both cells lacks the same cells in both, and a set with only d lacks d after the move
c, and one cell fewer after the move d. So the maker can follow its winning strategy.

Lemma 5, endings. On its turn, the maker wins if a set has one cell, or if two sets of two cells
share one: it plays that cell, and then lacks one cell in each. On its own turn, the breaker must
play the only cell of a set that has just one, and has lost if there are two such cells.

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
    """The Blocker; its nodes are positions with the maker to move."""

    def __init__(self, geometry: Geometry, budget: Budget, max_nodes: int) -> None:
        in_a_row = geometry.in_a_row
        self._geometry = geometry
        self._budget = budget
        self._slots = slots_for(max_nodes)
        self._table: dict[int, tuple[int, bool]] = {}
        # By the number of cells in a set. That of a full line weighs `_full`.
        self._full = 1 << in_a_row
        self._weights = [1 << in_a_row - cells for cells in range(in_a_row + 1)]
        # Blocks the heaviest first. A weight of 5/3 per mark instead of 2 found the shortest
        # proofs: 302 nodes instead of 359 on 6x6, five in a row, and 185,536 instead of 267,255 on
        # 7x6.
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
        """The cells that the maker needs to try, heaviest first."""
        weights = self._weights_of_cells(sets, self._weights)
        attacks: list[int] = []
        sets_of: list[int] = []
        for cell in _heaviest_first(weights):
            if total + weights[cell] < self._full:
                break  # lemma 3, and the cells that follow are no heavier
            own = sum([1 << i for i, lack in enumerate(sets) if lack >> cell & 1])
            if all(own & ~others for others in sets_of):  # otherwise lemma 4
                attacks.append(cell)
                sets_of.append(own)
        return attacks

    def _weights_of_cells(self, sets: Sets, weights: list[int]) -> tuple[int, ...]:
        """For each cell, the weight of the sets that contain it, all computed at once."""
        total = sum([weights[lack.bit_count()] * _lanes(lack) for lack in sets])
        return self._integers.unpack(total.to_bytes(self._integers.size, "little"))

    def _key(self, sets: Sets, maker: int) -> int:
        """The key of a position: the maker's marks and the cells that its sets lack.

        It represents the game in which the breaker has all other cells. The lines open there
        include those of `sets`, and were all open before sets were dropped; because the lemmas
        allow dropping any of these, both games have the same winner.
        """
        lacking = 0
        for lack in sets:
            lacking |= lack
        return canonical(self._geometry, maker, lacking)


def _reduced(sets: Sets) -> Sets:
    """The sets without those that lemmas 1 and 2 drop, the smallest first."""
    while True:
        minimal: Sets = []
        fewer: Sets = []  # those of `minimal` with fewer cells than the current set
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
    """Whether the maker, to move, wins by lemma 5."""
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
    """An integer with 32 bits per cell, equal to 1 for the cells of a set."""
    return sum([1 << 32 * cell for cell in cells_of(cells)])


def _heaviest_first(weights: tuple[int, ...]) -> list[int]:
    """The cells with any weight, heaviest first, ties in cell order."""
    cells = [cell for cell, weight in enumerate(weights) if weight]
    return sorted(cells, key=weights.__getitem__, reverse=True)
