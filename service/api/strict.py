"""Routes that read a request to the letter, where FastAPI would be generous.

Ahead of FastAPI's own validation: a body is there, is declared as JSON and is JSON; no query
parameter is repeated; an operation that takes a body takes no query.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute

from service.api import strict_json
from service.api.error_handlers import in_body
from service.schemas.problems import Fault, FaultCode, ProblemCode, ProblemError

JSON: Final = "application/json"
NO_QUERY: Final = "This operation takes no query parameters."


class StrictRoute(APIRoute):
    """A route whose requests are read to the letter."""

    def get_route_handler(self) -> Callable[[Request], Awaitable[Response]]:  # type: ignore[override]
        """FastAPI's handler, behind our reading."""
        handle = super().get_route_handler()
        fields = self._known_fields()

        async def handle_strictly(request: Request) -> Response:
            request = StrictRequest(request.scope, request.receive)
            request.state.fields = fields
            request.check_query()
            if in_body(request):
                await request.check_body()
            return await handle(request)

        return handle_strictly

    def _known_fields(self) -> list[str]:
        """The fields of the model that the body or the query is read into."""
        parameters = [self.body_field] if self.body_field else self.dependant.query_params
        models = [parameter.field_info.annotation for parameter in parameters]
        return [name for model in models for name in getattr(model, "model_fields", ())]


class StrictRequest(Request):
    """A request that is refused where its meaning would be a matter of taste."""

    def check_query(self) -> None:
        """Raise invalid_request for a repeated parameter, or for any where none is taken."""
        names = [name for name, _ in self.query_params.multi_items()]
        repeated = next((name for name in self.state.fields if names.count(name) > 1), None)
        if repeated:
            message = "Send this parameter once."
            fault = Fault(code=FaultCode.REPEATED_PARAMETER, message=message, parameter=repeated)
            raise ProblemError(ProblemCode.INVALID_REQUEST, message, errors=[fault])
        if names and (in_body(self) or not self.state.fields):
            fault = Fault(code=FaultCode.UNKNOWN_PARAMETER, message=NO_QUERY, parameter="")
            raise ProblemError(ProblemCode.INVALID_REQUEST, NO_QUERY, errors=[fault])

    async def check_body(self) -> None:
        """Raise malformed_body for an empty body, unsupported_media_type for one not JSON."""
        if not await self.body():
            raise ProblemError(ProblemCode.MALFORMED_BODY, "Send a JSON object as the body.")
        media_type = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type != JSON:
            detail = f"Send the header Content-Type: {JSON}."
            raise ProblemError(ProblemCode.UNSUPPORTED_MEDIA_TYPE, detail)

    async def json(self) -> Any:  # noqa: ANN401  whatever the document holds
        """The body, read strictly; raises malformed_body."""
        try:
            return strict_json.loads(await self.body())
        except strict_json.NotJsonError as error:
            raise ProblemError(ProblemCode.MALFORMED_BODY, str(error)) from error
