"""What a problem says is wrong."""

BOARD = "XO./.X./..O"


def faults(answer: object) -> list[tuple[str, str]]:
    """Code and place of each fault of a problem."""
    assert isinstance(answer, dict)
    return [(f["code"], f.get("pointer", f.get("parameter"))) for f in answer["errors"]]
