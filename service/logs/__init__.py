"""The log: JSON lines, written to standard error by one thread, that never hold up a request."""
