"""Provide the engine and the API's responses on the command line, without a server."""
