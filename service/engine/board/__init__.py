"""Boards: geometry, positions and their notation, legality, symmetry."""
