"""What the service writes to its log: one JSON object a line."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _without(name: str) -> Iterator[None]:
    """While this lasts, a module cannot be imported."""
    module = sys.modules.get(name)
    sys.modules[name] = None  # type: ignore[assignment]
    yield
    del sys.modules[name]
    if module:
        sys.modules[name] = module


with _without("rich"):  # structlog would load it, for terminals, and start half as fast
    import structlog
    from structlog.stdlib import ProcessorFormatter, add_log_level, add_logger_name

STAMPED = structlog.processors.TimeStamper(fmt="iso")
AS_JSON = structlog.processors.JSONRenderer()


def configure(level: str) -> None:
    """Let every logger of the process write JSON to standard error, from this level on.

    The loggers of the standard library, ours and uvicorn's, pass through structlog's formatter. The
    line of each request takes structlog's own, shorter way.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=[
                add_log_level,
                add_logger_name,
                STAMPED,
                structlog.processors.format_exc_info,
            ],
            processors=[ProcessorFormatter.remove_processors_meta, AS_JSON],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    structlog.configure(
        processors=[structlog.processors.add_log_level, STAMPED, AS_JSON],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
