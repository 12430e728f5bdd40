"""Why a side with too low a potential can never complete a line.

A line is *open* to a side while the opponent has no mark on it. Give each line that is open to a
side the weight 2 ** (the side's marks on it); their sum is the side's *potential*. A full line
weighs F = 2 ** in_a_row, so a side whose potential stays below F never completes a line.

Suppose it is the opponent's turn and the potential is P < F. Let the opponent always play the
cell whose open lines weigh most, m in total. That takes m away. The side then plays some cell whose
open lines weigh m' and doubles them: it adds m'. The opponent could have chosen that cell, and its
open lines weighed no less then, so m' <= m. Hence P never rises from one of the opponent's turns
to the next, and while it is below F, no line is full. If the side itself is to move, its first move
at most doubles P; so P < F / 2 suffices.

The opponent may complete its own line meanwhile, but that only ends the game sooner and does not
let the side win. Hence `v <= 0` for such a side, exactly, in the normal game. In misère, a side
does not need a line to win, so the argument does not apply.

P. Erdős and J. L. Selfridge, On a combinatorial game, Journal of Combinatorial Theory A 14
(1973); J. Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008).
"""


def potential(lines: tuple[int, ...], own: int, other: int) -> int:
    """The potential of the side with the marks `own`."""
    return sum(1 << (line & own).bit_count() for line in lines if not line & other)
