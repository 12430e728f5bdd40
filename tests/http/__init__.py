"""The server: a process of its own, asked over the wire."""
