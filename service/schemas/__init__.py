"""Pydantic models of requests and responses, and their conversion to and from the engine."""
