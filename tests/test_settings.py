"""Settings: variables, defaults, and invalid values."""

import pytest
from pydantic import ValidationError

from service.settings import Settings, errors_of, unknown_variables


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("HOST", [""]),
        ("PORT", ["65536", "-1", "http"]),
        ("ROOT_PATH", ["/", "noughts", "/noughts/", "/a b"]),
        ("METRICS_PORT", ["0", "65536", ""]),
        ("TRUSTED_PROXIES", ["10.0.0.0/99"]),
        ("LOG_LEVEL", ["loud"]),
        ("CORS_ORIGINS", ["https://a.example/", "https://A.example", "*, a.example"]),
        ("PUBLIC_URL", ["example.org", "https://example.org/", 'https://a.example/"><script>']),
        ("FRAME_ANCESTORS", ["*", "lms.example", "https://a.example; script-src *"]),
        ("LOG_PROBES", ["maybe"]),
        ("PROVOKE_ERRORS", ["503"]),
        ("CACHE_MAX_AGE", ["-1"]),
        ("MAX_BODY_BYTES", ["0", "1000000000000"]),
        ("MAX_URI_BYTES", ["65536"]),
        ("IDLE_TIMEOUT", ["0", "3601"]),
        ("RECEIVE_TIMEOUT", ["0", "inf"]),
        ("DRAIN_DELAY", ["-1", "inf", "nan"]),
        ("DRAIN_TIMEOUT", ["0", "3601"]),
        ("WORKERS", ["-1", "100000"]),
        ("MAX_WAITING", ["-1"]),
        ("MAX_PENDING", ["0"]),
        ("SEARCH_TIMEOUT", ["0"]),
        ("SEARCH", ["rust"]),
        ("MAX_NODES", ["999", "20000001"]),
        ("CACHE_URL", ["", "http://a", "redis://", "unix://a", "redis://a:99999"]),
        ("CACHE_URL", ["rediss://a?ssl_cert_reqs=none"]),
        ("CACHE_SECRET", ["", "0123456789abcde"]),
    ],
)
def test_invalid_value_is_rejected(
    monkeypatch: pytest.MonkeyPatch, name: str, values: list[str]
) -> None:
    for value in values:
        monkeypatch.setenv(f"NOUGHTS_{name}", value)
        with pytest.raises(ValidationError) as caught:
            Settings()
        [line] = errors_of(caught.value)
        assert line.startswith(f"NOUGHTS_{name} must ")


@pytest.mark.parametrize("url", ["redis://:secret/@cache", "redis://:secret@", "redis://a:secret"])
def test_faults_do_not_contain_secrets(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("NOUGHTS_CACHE_URL", url)
    monkeypatch.setenv("NOUGHTS_CACHE_SECRET", "secret")
    with pytest.raises(ValidationError) as caught:
        Settings()
    assert len(errors_of(caught.value)) == 2
    assert "secret" not in str([*errors_of(caught.value), caught.value]).replace("cache_secret", "")


@pytest.mark.parametrize(
    "origins",
    ["*", "https://a.example", "http://localhost:3000, https://b.example", "http://[::1]:8080"],
)
def test_origins_of_browsers_and_levels_in_any_case_are_accepted(
    monkeypatch: pytest.MonkeyPatch, origins: str
) -> None:
    monkeypatch.setenv("NOUGHTS_CORS_ORIGINS", origins)
    monkeypatch.setenv("NOUGHTS_LOG_LEVEL", "Warning")
    monkeypatch.setenv("NOUGHTS_CACHE_URL", "redis://cache.example/3")
    settings = Settings()
    assert settings.cache_url
    assert len(settings.cors_origins) == origins.count(",") + 1
    assert settings.log_level == "warning"


def test_unknown_variables_are_found() -> None:
    unknown = ["NOUGHTS_PROT", "NOUGHTS_XYZZY"]
    environment = dict.fromkeys([*unknown, "NOUGHTS_PORT", "noughts_host", "HOME"], "x")
    assert unknown_variables(environment) == unknown


@pytest.mark.parametrize(
    ("variables", "port"), [({"PORT": "1"}, 1), ({"PORT": "1", "NOUGHTS_PORT": "2"}, 2), ({}, 8000)]
)
def test_port_of_a_platform_is_used(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], port: int
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert Settings().port == port
    monkeypatch.setenv("PORT", "http")
    monkeypatch.delenv("NOUGHTS_PORT", raising=False)
    with pytest.raises(ValidationError) as caught:
        Settings()
    assert errors_of(caught.value) == ["PORT must be a valid integer."]
