"""Counts: the game tree, and what textbook searches visit of it."""
