"""The legal answers of a request, as programs read them."""

from typing import Any

from companion.engine.requests import Request


def legal(request: Request[object] | None) -> Any:
    """What a request allows, as JSON."""
    assert request is not None
    return request.schema()
