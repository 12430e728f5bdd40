"""Determine from a player's moves whether the player is perfect."""
