"""Errors as problem details (RFC 9457): the codes, the exceptions and their handlers."""
