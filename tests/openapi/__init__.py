"""Tests of the contract that the application generates."""
