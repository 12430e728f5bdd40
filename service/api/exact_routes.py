"""Routing of the paths without parameters, by one look-up."""

from collections.abc import Awaitable, Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from service.api.contract_route import ContractRoute
from service.middleware.head import HeadAsGet


class ExactRoutes:
    """Finds the route of a method and a path in one step; the application behind has the rest."""

    def __init__(self, app: ASGIApp, routes: Iterable[ContractRoute]) -> None:
        self.app = HeadAsGet(app)
        self.routes: dict[tuple[str, str], ASGIApp] = {}
        for route in routes:
            self.routes[route.method, route.path] = route.app
            if route.method == "GET":
                self.routes["HEAD", route.path] = HeadAsGet(route.app)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve one connection of ASGI."""
        app: ASGIApp = self.app
        if scope["type"] == "http":
            app = self.routes.get((scope["method"], scope["path"]), app)
        return app(scope, receive, send)
