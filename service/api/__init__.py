"""The path operations, one module for each family."""
