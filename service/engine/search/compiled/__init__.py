"""The search in C, where it has been built: the values and node counts of the Python modules."""
