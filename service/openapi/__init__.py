"""The OpenAPI document: what the routes declare, completed."""
