"""Build and call the deep search in C; search.h is the first file to read."""
