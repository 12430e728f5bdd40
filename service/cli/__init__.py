"""Provide the same engine and the same responses on the command line, without a server."""
