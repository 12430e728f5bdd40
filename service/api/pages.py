"""The pages and the files that browsers load.

Every address on these pages is relative, and every file comes from the service itself.
"""

from html import escape
from string import Template
from typing import Final

from fastapi import Request, Response

from service.api.static_files import ANY_ORIGIN, STATIC, Files, file_response, folder, page, route
from service.schemas.problems import CATALOGUE


async def problems(request: Request) -> Response:
    """The page that the `type` of a problem leads to."""
    rows = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{entry.status}</td>'
        f"<td>{entry.title}</td><td>{_code_marked(entry.when)}</td></tr>\n"
        for code, entry in CATALOGUE.items()
    )
    text = Template((STATIC / "problems.html").read_text()).substitute(rows=rows)
    return file_response(text.encode(), "text/html", request.scope)


def _code_marked(text: str) -> str:
    """Text in which what stands between backticks is code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))


pages: Final = [
    page("/", "index.html"),
    page("/docs", "docs.html"),
    page("/examples/", "examples/index.html"),
    route("/problems", problems),
    folder("/client", Files(directory=STATIC / "client", headers=ANY_ORIGIN)),
    folder("/docs/swagger-ui", Files(packages=[("fastapi_swagger", "resources")])),
    folder("/examples", Files(directory=STATIC / "examples")),
    folder("/static", Files(directory=STATIC)),
]
