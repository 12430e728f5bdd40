"""Build and call the compiled search, written in C; search.h is the first file to read."""
