"""`/v1/game-tree`: the size of the game tree below a position."""

from typing import Annotated

from fastapi import APIRouter, Body, Query

from service.api.dependencies import RevalidationDep, SolverDep
from service.api.documentation import BODY, EXAMPLES, LINKS, V1, as_query, cacheable, ok
from service.api.strict_json import StrictRoute
from service.engine.count.game_tree import check_countable
from service.engine.tasks import GameTreeTask
from service.schemas.conversion import from_tree, to_position
from service.schemas.game_tree import GameTree
from service.schemas.requests import GameTreeRequest, PositionQuery, PositionRequest

router = APIRouter(prefix="/v1", tags=["game tree"], responses=V1, route_class=StrictRoute)


def tree_task(request: PositionRequest) -> GameTreeTask:
    """The count that a request needs; raises PositionError or TreeTooLarge."""
    position = to_position(request)
    check_countable(position)
    return GameTreeTask(position)


@router.get(
    "/game-tree",
    summary="Count the game tree, by query",
    responses=cacheable(links=LINKS),
    openapi_extra=as_query("game-tree"),
)
async def get_game_tree(
    query: Annotated[PositionQuery, Query()], solver: SolverDep, revalidation: RevalidationDep
) -> GameTree:
    """Count the nodes, games, outcomes and positions below a position, by query."""
    task = tree_task(query)
    revalidation.check(task)
    return from_tree(await solver.solve(task))


@router.post("/game-tree", summary="Count the game tree", responses=ok(links=LINKS) | BODY)
async def post_game_tree(
    body: Annotated[GameTreeRequest, Body(openapi_examples=EXAMPLES["game-tree"])],
    solver: SolverDep,
) -> GameTree:
    """Count the nodes, games, outcomes and positions below a position."""
    return from_tree(await solver.solve(tree_task(body)))
