"""The exam: whether a player, given by its moves, is perfect."""
