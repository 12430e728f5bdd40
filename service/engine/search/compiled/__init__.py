"""The search in C, if it has been built: same values and node counts as the Python modules."""
