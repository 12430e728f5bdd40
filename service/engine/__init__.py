"""The game and its solver, independent of HTTP and with the standard library only."""
