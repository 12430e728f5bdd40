"""Textbook searches, counted and recorded node by node."""
