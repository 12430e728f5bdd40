"""What the service writes to its log: one JSON object a line."""

import logging

import structlog
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

FIELDS = ("request_id", "method", "route", "status", "duration_ms", "nodes")


def configure(level: str) -> None:
    """Let every logger of the process write JSON to standard error, from this level on."""
    handler = logging.StreamHandler()
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=[
                add_log_level,
                add_logger_name,
                structlog.processors.TimeStamper(fmt="iso"),
                ExtraAdder(allow=FIELDS),
                structlog.processors.format_exc_info,
            ],
            processors=[
                ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
