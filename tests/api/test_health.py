"""Health, documentation and the page of problems."""

import re
from urllib.parse import urljoin

from service import __version__
from service.app import create_app
from service.problems.catalogue import CATALOGUE
from tests.asgi import Client


def test_the_process_is_alive(client: Client) -> None:
    answer = client.get("/livez")
    assert (answer.status, answer.json) == (200, {"status": "ok", "version": __version__})


def test_ready_between_start_and_stop(client: Client) -> None:
    app = create_app()
    ready = Client(app, client.runner)

    async def states() -> list[int]:
        async with app.router.lifespan_context(app):
            return [(await ready.ask("GET", "/readyz")).status]

    before = ready.get("/readyz")
    assert (before.status, before.json["code"]) == (503, "not_ready")
    assert before.headers["retry-after"] == "1"
    assert client.runner.run(states()) == [200]
    assert ready.get("/readyz").status == 503


def test_the_documentation_loads_from_the_service_alone(client: Client) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    text = page.body.decode()
    for address in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert ":" not in address
        assert client.get(urljoin("/docs", address)).status == 200


def test_the_contract_is_json(client: Client) -> None:
    assert client.get("/openapi.json").headers["content-type"] == "application/json"


def test_the_type_of_every_problem_is_explained(client: Client) -> None:
    page = client.get("/problems").body.decode()
    for code, entry in CATALOGUE.items():
        assert f'<tr id="{code}">' in page
        assert f"<td>{entry.title}</td>" in page
    assert "`" not in page
    assert "$" not in page
