"""The game and its solver: standard library only, and nothing of HTTP."""
