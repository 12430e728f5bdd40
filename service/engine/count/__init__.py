"""Counts: the game tree, and the part of it that textbook searches visit."""
