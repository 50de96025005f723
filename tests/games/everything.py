"""A procedure of the duel that asks requests of any kind, openly or in secret."""

from collections.abc import Mapping
from typing import Any

from companion.game import (
    D6,
    Choose,
    Column,
    Context,
    Dice,
    GridRow,
    Number,
    Option,
    Pick,
    Plan,
    Request,
    Split,
    YesNo,
    procedure,
)
from companion.testing import Session
from tests.games.duel import Arena
from tests.games.odd import playing

_OPTIONS = (Option("a", "left"), Option("b", "right"), Option("c", "middle"))


def _plan(name: str, total: int | None, most: int) -> Plan:
    return Plan(name, name, total, {"attack": (0, most), "guard": (0, most)})


_ASKED: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "choose": ("choose", {"options": _OPTIONS}),
    "pick": ("pick", {"options": _OPTIONS, "at_least": 1, "at_most": 2}),
    "number": ("number", {"lo": 0, "hi": 3}),
    "yes_no": ("yes_no", {}),
    "do": ("do", {}),
    "text": ("text", {}),
    "roll": ("roll", {"dice": [Dice("blow", D6, 1)]}),
    "thirty": ("roll", {"dice": [Dice("blow", D6, 30)]}),
    "split": ("split", {"plans": [_plan("plain", 3, 3)]}),
    "specials": ("split", {"plans": [_plan("no special", 3, 3), _plan("Feint", 2, 2)]}),
    "counted": ("split", {"plans": [_plan("plain", 14, 14)]}),
    "alone": ("split", {"plans": [_plan("far", None, 12)]}),
    "grid": (
        "grid",
        {
            "columns": [Column("kills", "kills", hi=3), Column("hurt", "hurt", "yes_no")],
            "rows": [GridRow("ann", "Ann", {"kills": 0, "hurt": False}), GridRow("cid", "Cid", {"kills": 0})],
        },
    ),
}
_CLASSES: Mapping[str, type[Request[Any]]] = {
    "choose": Choose,
    "pick": Pick,
    "number": Number,
    "yes_no": YesNo,
    "split": Split,
}

OPEN = tuple(kind for kind in _ASKED if kind != "thirty")
SECRET = ("choose", "pick", "number", "yes_no", "split", "specials", "counted", "alone")


def asking(*kinds: tuple[str, bool]) -> Session:
    """A session that waits for requests of these kinds, each openly or in secret, and then for a thing to do."""

    @procedure("Ask")
    async def odd(game: Context[Arena]) -> dict[str, Any]:
        for kind, secret in kinds:
            of, fields = _ASKED[kind]
            if secret:
                slot = _CLASSES[of]("it", by="red", title=f"a {kind} in secret", **fields)
                await game.secret("sealed", title="in secret", slots={"red": slot})
            else:
                await getattr(game, of)("it", by="red", title=f"a {kind}", **fields)
            if of == "roll":
                game.result("It fell")
        await game.do("then", by="table", title="then go on")
        return {}

    return playing(odd)
