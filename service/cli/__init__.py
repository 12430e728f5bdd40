"""The command line: the same engine and the same responses, without a server."""
