"""Searches: those in flight, and the pool of worker processes that runs them."""
