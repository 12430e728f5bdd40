"""Examine whether a player, given by its moves, is perfect."""
