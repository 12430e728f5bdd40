"""A page that embeds a board from another origin; conftest.py opens it."""

from collections.abc import Callable

from playwright.sync_api import Locator

from tests.docs.pages import ADDRESS_SHOWN

Embed = Callable[..., Locator]

PAGE = """<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title>
<link rel="icon" href="data:,"><style>{style}</style>
<main><h1>A page</h1>{element}<p>The text below the board stays in place.</p></main></html>
"""
ELEMENT = f"""<script type="module" src="{ADDRESS_SHOWN}/client/noughts-board.js"></script>
<noughts-board></noughts-board>
"""
