"""The command line: `python -m service serve | analyze | play | review | trace | exam`.

Each loads what it needs itself, and nothing else: it starts sooner.
"""

import gc
import sys


def serve() -> int:
    """Serve the API; settings are environment variables, listed in docs/operations.md."""
    gc.disable()  # until all is loaded, which takes a tenth less time so
    from service.http.run import run  # noqa: PLC0415

    return run()


def main() -> int:
    """Run what was typed."""
    if sys.argv[1:] == ["serve"]:
        return serve()
    from service.cli import commands  # noqa: PLC0415

    return commands.run(serve)


if __name__ == "__main__":
    sys.exit(main())
