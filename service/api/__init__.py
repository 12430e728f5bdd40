"""The wire: schemas, their conversion to and from the engine, problems and routes."""
