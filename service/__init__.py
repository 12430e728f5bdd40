"""Noughts: a perfect player for tic-tac-toe and similar games, as a stateless REST/JSON service."""

from .engine import *  # noqa: F403  the names in its __all__

__version__ = "1.4.0"
