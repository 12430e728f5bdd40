"""Holds the service of this checkout against that of another git revision, side by side."""
