"""Tests of the operations: requests and their responses."""
