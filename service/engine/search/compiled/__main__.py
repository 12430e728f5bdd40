"""`python -m service.engine.search.compiled` builds the compiled search."""

from service.engine.search.compiled.build import main

main()
