"""The OpenAPI document and its worked examples."""
