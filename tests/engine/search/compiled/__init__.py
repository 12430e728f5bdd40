"""Tests of the compiled search."""
