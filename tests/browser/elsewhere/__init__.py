"""Tests of what pages of another origin use."""
