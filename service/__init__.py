"""Noughts: a perfect player for tic-tac-toe and its family, as a stateless REST/JSON service."""

from .engine import Level, Mark, analyze, choose_move, count_games, read_position, review_game

__all__ = [
    "Level",
    "Mark",
    "analyze",
    "choose_move",
    "count_games",
    "read_position",
    "review_game",
]
__version__ = "1.2.0"
