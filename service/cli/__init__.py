"""The terminal: the same engine and the same answers, without a server."""
