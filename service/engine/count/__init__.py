"""Counts: the game tree below a position."""
