"""Tests of searches in worker processes."""
