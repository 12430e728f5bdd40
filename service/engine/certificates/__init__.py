"""Certificates: proofs of who wins a game that do not depend on the search."""
