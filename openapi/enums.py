"""Describe the strings in responses to which later releases can add values.

Generated clients reject values that an `enum` does not list, and some turn an `anyOf` of an enum
and a string into an empty class. Every client reads these schemas as strings.
"""

from collections.abc import Iterable
from typing import Any, Final

from service.catalogue import CATALOGUE
from service.engine.analysis import Reason
from service.engine.exam.findings import ExamVerdict
from service.engine.play.levels import Level
from service.engine.review import Verdict

Json = dict[str, Any]
# The codes of errors in the input: some come from the schemas, and the others from the engine.
FAULTS: Final = (
    *("missing", "wrong_type", "wrong_value"),
    *("unknown_field", "unknown_parameter", "repeated_parameter"),
    *(code for code, each in CATALOGUE.items() if each.status == 422 and code != "invalid_request"),
)


def open_enum(values: Iterable[str], description: str) -> Json:
    """Return the schema of a string that is one of these values, or of a later release's."""
    known = [*values]
    text = f"{description} Known values: {', '.join(f'`{value}`' for value in known)}."
    return {"type": "string", "description": text, "x-extensible-enum": known}


# A level in a request has another schema, which is closed: with one open schema, generated clients
# would lose their enum of levels.
ENUMS: Final = {
    "ExamVerdict": open_enum(ExamVerdict, "The verdict on a player."),
    "FaultCode": open_enum(
        FAULTS, "The kind of error; for an illegal position, the problem's code."
    ),
    "LevelName": open_enum(Level, "The name of a level; the first is weakest."),
    "ProblemCode": open_enum(
        CATALOGUE, "The kind of problem, as a code that is the same in every release."
    ),
    "ProblemScope": open_enum(["client", "service"], "Whose limit a request exceeds."),
    "Reason": open_enum(Reason, "The reason for a move; the first is strongest."),
    "Verdict": open_enum(Verdict, "How a move compares with the best in its position."),
}
# The fields that have one of these schemas instead of that of their type.
FIELDS: Final = {
    ("BestMove", "level"): "LevelName",
    ("Fault", "code"): "FaultCode",
    ("LevelInfo", "level"): "LevelName",
    ("Problem", "code"): "ProblemCode",
    ("Problem", "scope"): "ProblemScope",
    ("Strength", "opponent"): "LevelName",
}


def open_enums(schemas: Json) -> None:
    """Open the enums in responses."""
    for (model, name), enum in FIELDS.items():
        fields = schemas[model]["properties"]
        reference = {"$ref": f"#/components/schemas/{enum}"}
        fields[name] = reference | {"description": fields[name]["description"]}
    schemas |= ENUMS
