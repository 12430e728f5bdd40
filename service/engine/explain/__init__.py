"""Explanations: reasons and sentences for moves, and reviews of played games."""
