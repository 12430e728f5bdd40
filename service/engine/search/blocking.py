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

Lemma 2, pairing. *Take two cells. Drop the sets with both, and remove the two cells from the other
sets. If the breaker wins what is left, with the same side to move, it wins.* It follows its
strategy there, and whenever the maker plays one of the two cells, it plays the other. This blocks
the sets that were dropped, and what is left grants the maker both cells anyway. (Hales and Jewett
paired the cells of all lines at once in this way.) If the two cells are in no other set, the
converse is also true, because dropping a set never helps the maker.

Lemma 3, weights. *The breaker wins if the sum of 2 ** -|set| is below 1 and it is its turn.* This
is the bound of board/potential.py, with every weight divided by 2 ** in_a_row. So the maker need
not try a move that leaves the sum below 1, and has lost if all of its moves do.

Lemma 4, domination. *The maker need not try a cell c if every set with c also contains d.* If c
wins, so does d. Compare the position after d, with the names of c and d swapped, with the one after
c: a set with both cells lacks the same cells in both, and a set with only d lacks d after the move
c, and one cell fewer after the move d. So the maker can follow its winning strategy.

Lemma 5, endings. On its turn, the maker wins if a set has one cell, or if two sets of two cells
share one: it plays that cell, and then lacks one cell in each. *So on its own turn, the breaker
must play the only cell of each set that has just one, and one of the three cells of any two such
sets.* Otherwise they are still there on the maker's turn.

The pairs of lemma 2 are chosen one by one, each to reduce the sum of lemma 3 the most. If the sum
then becomes small enough, the position is proved without a search; otherwise, what is left of it
predicts how long the proof takes, so the breaker tries the reply that leaves the least.

A. W. Hales and R. I. Jewett, Regularity and positional games, Transactions of the AMS 106 (1963);
J. Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008); W.-Y. Hsu, C.-L. Ko, J.-C. Chen, T.-H. Wei,
C.-H. Hsueh and I-C. Wu, On solving the 7,7,5-game and the 8,8,5-game, Theoretical Computer Science
815 (2020).
"""

from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from struct import Struct

from service.engine.board.geometry import Geometry, cells_of, lines
from service.engine.board.symmetry import canonical
from service.engine.budget import Budget
from service.engine.search.table import slots_for

COMPARED = 8  # the replies that are compared before one of them is searched
ANY_CELL = -1  # the set of all cells

Sets = list[int]


class Blocking:
    """The Blocker; its nodes are positions with the maker to move.

    `sets` are always those that lemma 1 leaves, and on the maker's turn also lemma 2.
    """

    def __init__(self, geometry: Geometry, budget: Budget, max_nodes: int) -> None:
        in_a_row = geometry.in_a_row
        self._geometry = geometry
        self._budget = budget
        self._slots = slots_for(max_nodes)
        self._table: dict[int, tuple[int, bool]] = {}
        # By the number of cells in a set. That of a full line weighs `_full`.
        self._full = 1 << in_a_row
        self._weights = [1 << in_a_row - cells for cells in range(in_a_row + 1)]
        # Compares the heaviest replies first. With a weight of 3/2 per mark instead of 2, proofs
        # take 23,000 nodes instead of 32,000 on 7x7, five in a row.
        self._integers = Struct(f"<{geometry.size}I")
        self._urgencies = [3 ** (in_a_row - cells) * 2**cells for cells in range(in_a_row + 1)]

    def holds(self, maker: int, breaker: int, *, maker_to_move: bool) -> bool:
        """As in Blocker."""
        sets = _minimal([line & ~maker for line in lines(self._geometry) if not line & breaker])
        if not maker_to_move:
            return self._answers(sets, maker)
        sets = _unpaired(sets)
        return not self._left(sets) or self._holds(sets, maker)

    def _left(self, sets: Sets) -> int:
        """Enter a node: 0 if lemmas 2 and 3 prove it, otherwise the sum that they leave."""
        if self._budget.nodes == self._budget.pause_at:
            self._budget.pause()
        self._budget.nodes += 1
        while True:
            total = self._total(sets)
            weights = self._weights_of_cells(sets, self._weights)
            if total + max(weights) < self._full:
                return 0
            pair = self._best_pair(sets, weights)
            if not pair:
                return total
            sets = [lack & ~pair for lack in sets if lack & pair != pair]

    def _holds(self, sets: Sets, maker: int) -> bool:
        """Whether the breaker wins a node that `_left` does not prove."""
        if _required(sets) != ANY_CELL:
            return False
        key = self._key(sets, maker)
        entry = self._table.get(key % self._slots)
        if entry and entry[0] == key:
            return entry[1]
        attacks = self._attacks(sets)
        held = all(self._answers(_attacked(sets, cell), maker | 1 << cell) for cell in attacks)
        self._table[key % self._slots] = (key, held)
        return held

    def _answers(self, sets: Sets, maker: int) -> bool:
        """The same with the breaker to move."""
        sets = _unpaired(sets)
        if self._total(sets) < self._full:
            return True  # lemma 3; or no set is left
        required = _required(sets)
        weights = self._weights_of_cells(sets, self._urgencies)
        replies = [cell for cell in _heaviest_first(weights) if required >> cell & 1]
        for first in range(0, len(replies), COMPARED):
            following = []
            for cell in replies[first : first + COMPARED]:
                after = _unpaired([lack for lack in sets if not lack >> cell & 1])
                left = self._left(after)
                if not left:
                    return True
                following.append((left, after))
            following.sort(key=itemgetter(0))
            if any(self._holds(after, maker) for _, after in following):
                return True
        return False

    def _attacks(self, sets: Sets) -> list[int]:
        """The cells that the maker needs to try, heaviest first."""
        total = self._total(sets)
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

    def _best_pair(self, sets: Sets, weights: tuple[int, ...]) -> int:
        """The pair that reduces the sum the most, the first of equals; 0 if all increase it.

        The sets with both cells are dropped, and the weight of those with one of them doubles.
        """
        shared: dict[tuple[int, int], int] = {}
        for lack in sets:
            weight = self._weights[lack.bit_count()]
            for pair in _pairs(lack):
                shared[pair] = shared.get(pair, 0) + weight
        best, most = 0, -1
        for (a, b), both in shared.items():
            if (gain := 3 * both - weights[a] - weights[b]) > most:
                best, most = 1 << a | 1 << b, gain
        return best

    def _total(self, sets: Sets) -> int:
        """The sum of the weights."""
        return sum([self._weights[lack.bit_count()] for lack in sets])

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


def _minimal(sets: Sets) -> Sets:
    """The sets that lemma 1 leaves, smallest first."""
    minimal: Sets = []
    for lack in sorted(sets, key=int.bit_count):
        if all(smaller & ~lack for smaller in minimal):
            minimal.append(lack)
    return minimal


def _attacked(sets: Sets, cell: int) -> Sets:
    """The sets that lemma 1 leaves after a move of the maker."""
    changed = [lack & ~(1 << cell) for lack in sets if lack >> cell & 1]
    others = [lack for lack in sets if not lack >> cell & 1]
    return changed + [lack for lack in others if all(smaller & ~lack for smaller in changed)]


def _unpaired(sets: Sets) -> Sets:
    """The sets that do not contain two cells that are in no other set (lemma 2)."""
    while True:
        once = twice = 0
        for lack in sets:
            twice |= once & lack
            once |= lack
        private = once & ~twice
        kept = [lack for lack in sets if (lack & private).bit_count() < 2]
        if len(kept) == len(sets):
            return kept
        sets = kept


def _required(sets: Sets) -> int:
    """The cells that lemma 5 leaves to the breaker; on the maker's turn, it has lost if not all."""
    required = ANY_CELL
    for lack in sets:
        if lack.bit_count() < 2:
            required &= lack
    for a, b in combinations([lack for lack in sets if lack.bit_count() == 2], 2):
        if a & b:
            required &= a | b
    return required


@lru_cache(maxsize=8_192)
def _pairs(cells: int) -> tuple[tuple[int, int], ...]:
    """All pairs of cells of a set."""
    return tuple(combinations(cells_of(cells), 2))


@lru_cache(maxsize=65_536)
def _lanes(cells: int) -> int:
    """An integer with 32 bits per cell, equal to 1 for the cells of a set."""
    return sum([1 << 32 * cell for cell in cells_of(cells)])


def _heaviest_first(weights: tuple[int, ...]) -> list[int]:
    """The cells with any weight, heaviest first, ties in cell order."""
    cells = [cell for cell, weight in enumerate(weights) if weight]
    return sorted(cells, key=weights.__getitem__, reverse=True)
