"""Sends every request to both servers, and says in what their answers differ.

Not compared are the order of headers, and what differs from answer to answer of one release: Date,
the value of Server-Timing, and ids that the service has made up. Of an ETag only its form is
compared, and the version in the health checks is left out, as both name the release.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from benchmarks.against.corpus.question import Question
from benchmarks.against.exchange import Answer, Client
from benchmarks.table import heading, paragraph, table

MAX_SHOWN = 20
GENERATED_ID = re.compile("[0-9a-f]{32}")
TIMING = re.compile(r"\d+\.\d+")
OPAQUE = re.compile('"[^"]*"')
VERSION = re.compile(rb'"version":"[^"]*"')


@dataclass(frozen=True, slots=True)
class Kind:
    """What differences have in common."""

    method: str
    path: str
    status: str
    what: str


@dataclass(slots=True)
class Comparison:
    """What came of all requests."""

    by_status: Counter[int] = field(default_factory=Counter)
    kinds: dict[Kind, list[str]] = field(default_factory=dict)  # with an example of each difference

    @property
    def requests(self) -> int:
        """How many were compared."""
        return self.by_status.total()

    @property
    def differences(self) -> int:
        """How many answers differ."""
        return sum(map(len, self.kinds.values()))


def compare(questions: Iterable[Question], old: Client, new: Client) -> Comparison:
    """Ask both servers one question after the other."""
    comparison = Comparison()
    for question in questions:
        before, after = old.answer(question), new.answer(question)
        comparison.by_status[before.status] += 1
        parts = list(differing_parts(question, before, after))
        if parts:
            status = f"{before.status} -> {after.status}"
            kind = Kind(question.method, question.path, status, ", ".join(parts))
            example = _example(question, before, after)
            comparison.kinds.setdefault(kind, []).append(example)
    return comparison


def differing_parts(question: Question, before: Answer, after: Answer) -> Iterator[str]:
    """The names of the parts in which two answers differ."""
    if (before.status, before.reason) != (after.status, after.reason):
        yield "status"
    headers = [set(_headers(question, answer)) for answer in (before, after)]
    yield from sorted({name for name, _ in headers[0] ^ headers[1]})
    if _body(question, before) != _body(question, after):
        yield "body"


def _headers(question: Question, answer: Answer) -> Iterator[tuple[str, str]]:
    """The headers that are compared, each repetition as another value."""
    seen: Counter[str] = Counter()
    for name, value in answer.headers:
        lower = name.lower()
        seen[lower] += 1
        label = name if seen[lower] == 1 else f"{name} ({seen[lower]})"
        if lower != "date":
            yield label, _value(question, lower, value)


def _value(question: Question, name: str, value: str) -> str:
    """The value of a header as it is compared."""
    if name == "server-timing":
        return TIMING.sub("(time)", value)
    if name == "etag":
        return OPAQUE.sub('"(tag)"', value)
    if name == "x-request-id" and value.encode("latin-1") not in question.message:
        return GENERATED_ID.sub("(id)", value)
    return value


def _body(question: Question, answer: Answer) -> bytes:
    """The body as it is compared."""
    if question.path in ("/livez", "/readyz"):
        return VERSION.sub(b"(version)", answer.body)
    return answer.body


def _example(question: Question, before: Answer, after: Answer) -> str:
    """A request, and what each answer has that the other has not."""
    lines = ["    asked " + _short(question.message.replace(b"\r\n", b" | "))]
    for name, answer, other in (("old", before, after), ("new", after, before)):
        own, others = dict(_headers(question, answer)), dict(_headers(question, other))
        headers = [f"{k}: {v}" for k, v in own.items() if v != others.get(k)]
        bodies = _body(question, answer), _body(question, other)
        start = max(0, _first_difference(*bodies) - 40)
        body = [_short(bodies[0][start:])] if bodies[0] != bodies[1] else []
        lines.append(f"    {name}   " + "; ".join([*headers, *body]))
    return "\n".join(lines)


def _first_difference(one: bytes, other: bytes) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def _short(text: bytes) -> str:
    return repr(text[:160])[1:] + (" …" if len(text) > 160 else "")


def show(comparison: Comparison) -> None:
    """Print how many were compared, and every kind of difference, of the first an example."""
    heading("Answers: the same requests to both")
    statuses = sorted(comparison.by_status.items())
    table(["status", "requests"], [[str(status), f"{count:,}"] for status, count in statuses])
    paragraph(
        f"{comparison.requests:,} requests compared, {comparison.differences:,} answers differ, "
        f"in {len(comparison.kinds):,} kinds."
    )
    for number, (kind, examples) in enumerate(comparison.kinds.items()):
        times = f"{len(examples):,} x" if len(examples) > 1 else ""
        print(f"{kind.method} {kind.path}  {kind.status}  differs: {kind.what} {times}")
        if number < MAX_SHOWN:
            print(examples[0])
