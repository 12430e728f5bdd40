"""The HTTP server: uvicorn, with a guard on each of its connections."""
