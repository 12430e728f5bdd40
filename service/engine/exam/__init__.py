"""The exam: whether a player that is known by its moves is perfect."""
