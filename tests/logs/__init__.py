"""Tests of the log, which a server writes to standard error as lines of JSON."""
