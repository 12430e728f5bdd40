"""Noughts: a perfect player for tic-tac-toe and its family, as a stateless REST/JSON service."""

__version__ = "0.1.0"
