"""Which body belongs to which kind of request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.requests import Choose, Do, Grid, Number, Pick, Request, Roll, Split, Text, YesNo
from companion.engine.state.table import AnyTable
from companion.tui.widgets.body import Body
from companion.tui.widgets.choosing import ChooseBody, PickBody, SealedBody
from companion.tui.widgets.confirming import DoBody, YesNoBody
from companion.tui.widgets.dice import DiceBody
from companion.tui.widgets.entries import NumberBody, TextBody
from companion.tui.widgets.filling import GridBody
from companion.tui.widgets.splitting import SplitBody

_BODIES: dict[type[Request[object]], Callable[..., Body[Any]]] = {
    Choose: ChooseBody,
    Pick: PickBody,
    Number: NumberBody,
    YesNo: YesNoBody,
    Do: DoBody,
    Text: TextBody,
    Roll: DiceBody,
    Split: SplitBody,
    Grid: GridBody,
}


def body_for(
    request: Request[object],
    table: AnyTable,
    earlier: Any = None,
    masked: bool = False,
) -> Body[Any]:
    """The body in which this request is answered; masked, nothing on the screen follows what is typed."""
    kind = SealedBody if masked and request.options else _BODIES[type(request)]
    return kind(request, table, earlier, masked)
