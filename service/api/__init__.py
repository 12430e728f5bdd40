"""Define the path operations, in one module for each family."""
