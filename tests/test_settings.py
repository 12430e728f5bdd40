"""Settings: their variables, their defaults, and what is refused."""

import pytest
from pydantic import ValidationError

from service.settings import Settings


def test_every_setting_has_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        "HOST": "0.0.0.0",  # noqa: S104  only read
        "PORT": "9000",
        "LOG_LEVEL": "warning",
        "CORS_ORIGINS": "http://a.example,http://b.example",
        "CACHE_MAX_AGE": "60",
        "MAX_BODY_BYTES": "1000",
        "MAX_URI_BYTES": "1001",
        "MAX_HEADER_BYTES": "1002",
        "MAX_CONNECTIONS": "1003",
        "RECEIVE_TIMEOUT": "2.5",
        "SEND_TIMEOUT": "3.5",
        "IDLE_TIMEOUT": "4",
        "DRAIN_DELAY": "1.5",
        "DRAIN_TIMEOUT": "5",
        "WORKERS": "3",
        "MAX_WAITING": "0",
        "MAX_NODES": "20000",
        "KEPT_ANSWERS": "7",
    }
    for name, value in values.items():
        monkeypatch.setenv(f"NOUGHTS_{name}", value)
    settings = Settings()
    assert {name.lower() for name in values} == set(Settings.model_fields)
    assert {name: str(getattr(settings, name.lower())) for name in values} == values
    assert settings.allowed_origins == ["http://a.example", "http://b.example"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "http"),
        ("LOG_LEVEL", "loud"),
        ("CACHE_MAX_AGE", "-1"),
        ("MAX_BODY_BYTES", "0"),
        ("MAX_URI_BYTES", "65536"),
        ("MAX_CONNECTIONS", "0"),
        ("RECEIVE_TIMEOUT", "0"),
        ("RECEIVE_TIMEOUT", "inf"),
        ("SEND_TIMEOUT", "1e300"),
        ("IDLE_TIMEOUT", "3601"),
        ("DRAIN_DELAY", "inf"),
        ("DRAIN_DELAY", "nan"),
        ("DRAIN_TIMEOUT", "3601"),
        ("SEND_TIMEOUT", "-1"),
        ("IDLE_TIMEOUT", "0"),
        ("DRAIN_DELAY", "-1"),
        ("DRAIN_TIMEOUT", "0"),
        ("WORKERS", "0"),
        ("MAX_WAITING", "-1"),
        ("MAX_NODES", "999"),
        ("MAX_NODES", "5000001"),
    ],
)
def test_a_wrong_value_stops_the_service(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"NOUGHTS_{name}", value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()
