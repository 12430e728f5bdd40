"""The application as a part of another one, which runs its lifespan."""

import asyncio

from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.routing import Mount

from service.app import create_app
from service.settings import Settings
from tests.asgi import Client

BOARD = "/".join(["....."] * 4)


def test_mounted_application_only_needs_the_state_of_its_lifespan(runner: asyncio.Runner) -> None:
    child = create_app(Settings.model_construct(workers=1))
    lifespan = child.router.lifespan_context
    parent = Starlette(routes=[Mount("/game", child)], lifespan=lambda _: lifespan(child))  # type: ignore[arg-type]
    client = Client(parent, runner)  # type: ignore[arg-type]

    async def requests() -> None:
        async with parent.router.lifespan_context(parent) as state:
            parent.state, child.state = State(dict(state or {})), State()
            (await client.ask("GET", "/game/readyz")).expect(200)
            target = f"/game/v1/analysis?board={BOARD}&in_a_row=4&max_nodes=1000"
            (await client.ask("GET", target)).expect(200)

    runner.run(requests())
