"""Tests of the log, module by module, and of the log of a real server."""
