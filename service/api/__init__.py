"""Define the path operations; related operations share a module."""
