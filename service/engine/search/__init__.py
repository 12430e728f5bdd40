"""Search for the exact values of every move, within a budget of nodes."""
