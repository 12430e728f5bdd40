"""nginx, its cache and its limits, in front of real replicas."""
