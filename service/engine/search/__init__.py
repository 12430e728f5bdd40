"""Search for the exact value of every move, within a node budget."""
