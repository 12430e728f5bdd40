"""The contract: two OpenAPI documents, and the program that computes them (`make openapi`)."""
