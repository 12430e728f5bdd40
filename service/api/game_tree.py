"""`/v1/game-tree`: the size of the game tree below a position."""

from typing import Annotated

from fastapi import APIRouter, Query

from ..schemas.game_tree import GameTree
from ..schemas.requests import GameTreeQuery, GameTreeRequest
from .dependencies import ConditionalDep, SearchesDep
from .documentation import BODY, CACHEABLE, V1
from .strict_json import StrictRoute

router = APIRouter(prefix="/v1", tags=["game tree"], responses=V1, route_class=StrictRoute)


@router.get("/game-tree", summary="Count the game tree, by query", responses=CACHEABLE)
async def get_game_tree(
    query: Annotated[GameTreeQuery, Query()], searches: SearchesDep, conditional: ConditionalDep
) -> GameTree:
    """Count the nodes, games, outcomes and positions below a position, by query."""
    task = query.to_task()
    conditional.check(task)
    return GameTree.of(await searches.run(task))


@router.post("/game-tree", summary="Count the game tree", responses=BODY)
async def post_game_tree(body: GameTreeRequest, searches: SearchesDep) -> GameTree:
    """Count the nodes, games, outcomes and positions below a position."""
    return GameTree.of(await searches.run(body.to_task()))
