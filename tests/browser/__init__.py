"""Tests of the browser."""
