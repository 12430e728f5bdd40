"""What the document says of the API as a whole."""

from typing import Final

DESCRIPTION: Final = """\
A perfect player for tic-tac-toe and its family. Send a board and the side to move; the answer \
holds the exact score of every legal move, the best move, and what a page needs to show the \
position: whether the game is over, who has won and on which cells.

The service is stateless, and every 200 under `/v1` is deterministic: the same request always \
gets the same body. Operations on one position exist twice: as GET, whose answers any HTTP cache \
may keep, and as POST, which takes a board in every form. HEAD works wherever GET does.

Boards have 3 to 9 columns and rows. A score that is not proved within `max_nodes` positions is \
`unknown` and has an `estimate`; no unproved move is ever called a win, a draw or a loss.

Outcomes and scores are always those of the side to move of the position asked about. Every \
error is `application/problem+json` with a `code` that stays the same, and never repeats what \
was sent.\
"""

TAGS: Final = [
    {"name": "analysis", "description": "The score of every legal move."},
    {"name": "exam", "description": "Whether a player is perfect."},
    {"name": "game tree", "description": "How big the game is from a position on."},
    {"name": "health", "description": "For whoever runs the service."},
    {"name": "play", "description": "One call, one turn, at the level of your choice."},
    {"name": "review", "description": "What each move of a game was worth."},
    {"name": "trace", "description": "The searches of the textbooks, node by node."},
]
