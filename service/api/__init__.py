"""Define the path operations, with related ones in one module."""
