"""The verdict on a move, in one word."""

from enum import StrEnum


class Verdict(StrEnum):
    """How a move compares with the best of its position.

    An inaccuracy keeps the outcome, but wins more slowly or loses more quickly; a mistake turns
    a win into a draw or a draw into a loss; a blunder turns a win into a loss.
    """

    BEST = "best"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNKNOWN = "unknown"
