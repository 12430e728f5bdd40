"""Define the dependencies of operations; all are async, so that they do not run in threads."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request, Response

from ..middleware.conditional import conditional_headers, etag_of
from ..state import state_of
from .searches import ClientSearches


async def get_searches(request: Request) -> ClientSearches:
    """Return the object that runs a request's searches for its client."""
    return ClientSearches(request)


async def get_cache_by(request: Request, response: Response) -> Callable[..., None]:
    """Return a function that lets caches store the response, under an ETag of given values.

    Operations call it with all values that the response depends on, before the search, but after
    everything that can make the request invalid. It raises the same errors as
    `conditional_headers`: if the client has the response, the search is not needed.
    """

    def cache_by(*normalized: object) -> None:
        state = state_of(request.scope)
        etag = etag_of(request.scope["route"].path, state.metrics.search, *normalized)
        age, vary = state.settings.cache_max_age, response.headers.get("Vary", "")
        headers = {"Cache-Control": f"public, max-age={age}", "Vary": vary}
        response.headers.update(conditional_headers(request.scope, etag, headers))

    return cache_by


SearchesDep = Annotated[ClientSearches, Depends(get_searches)]
CacheByDep = Annotated[Callable[..., None], Depends(get_cache_by)]
