"""The HTTP server: what a client may send, and how long it may take."""
