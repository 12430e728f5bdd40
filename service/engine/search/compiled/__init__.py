"""Find the deep search in C, if it has been built (search.h is the first file to read)."""
