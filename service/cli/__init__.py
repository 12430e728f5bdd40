"""Provide the engine and the responses of the API on the command line, without a server."""
