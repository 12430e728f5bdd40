"""Noughts: a perfect player for tic-tac-toe and its family, as a stateless REST/JSON service."""

__version__ = "1.2.0"
