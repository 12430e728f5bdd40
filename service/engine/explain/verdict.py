"""The verdict on a move, in one word."""

from enum import StrEnum


class Verdict(StrEnum):
    """How a move compares with the best of its position.

    An inaccuracy keeps the outcome, but wins more slowly or loses more quickly; a mistake makes a
    draw of a win or a loss of a draw; a blunder makes a loss of a win.
    """

    BEST = "best"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNKNOWN = "unknown"
