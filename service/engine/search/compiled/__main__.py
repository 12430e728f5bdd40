"""`python -m service.engine.search.compiled` builds the compiled search."""

from .build import main

main()
