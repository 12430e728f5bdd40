"""How fast Noughts is, beside peers measured in the same run: `python -m benchmarks`."""
