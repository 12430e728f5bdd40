"""Pydantic models of requests, responses and problems, and conversion to and from the engine."""
