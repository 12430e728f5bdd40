"""The opponent: levels that a person can beat."""
