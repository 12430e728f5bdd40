"""Explanations: reasons and sentences for moves."""
