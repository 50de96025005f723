"""How many questions a fight asks: recorded games with seeded dice, played by a script that spends nothing it need not.

`python -m benchmarks questions` prints the figures; `python -m benchmarks.questions` writes docs/questions.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.engine.registry import find
from companion.engine.requests import Choose, Do, Number, Pick, Request, Roll, Split, Text, YesNo
from companion.engine.session import Session
from companion.engine.setup import copied
from companion.engine.state.paths import Flags, Pair, pair_key
from companion.frontend.typed_answers import filled

PAGE = Path(__file__).parents[1] / "docs" / "questions.md"
KINDS = ("dice", "choices", "confirmations")
HARMLESS = ("pass", "keep", "none", "no", "stop", "done")
"""What the script chooses where nothing else is written: what spends and changes least."""

HEAD = """# Questions a fight

How often a fight interrupts the players, counted on recorded fights: sample units, seeded dice rolled by the app, and a
script that declines what costs something. `python -m benchmarks.questions` makes this page and prints every question.

*Choices* are of a list, numbers and splits; *confirmations* are yes or no, and things to do on the table. A question
with one answer left is never asked.

| game | fight | questions | at most | dice | choices | confirmations |
|---|---|---|---|---|---|---|"""

Wanted = Mapping[str, Sequence[Any]]
"""Answers by the name of their request: the first that is open, all that are offered of a pick, else the one."""


class Scene(NamedTuple):
    """One fight. A unit is the id of a template, or a template and the side that it fights for here."""

    game: str
    what: str
    most: int
    units: Sequence[str | tuple[str, str]]
    action: str
    args: Mapping[str, Any] = MappingProxyType({})
    contacts: Sequence[tuple[str, str]] = ()
    fields: Mapping[str, Any] = MappingProxyType({})
    wanted: Wanted = MappingProxyType({})
    seed: int = 1
    around: Sequence[str] = ()
    """Names of requests that belong to what the fight happens in: they are answered and not counted."""


SCENES = (
    Scene(
        "bushido",
        "a melee exchange without feats",
        6,
        ("aya", "chiyo"),
        "melee",
        {"pair": "aya+chiyo"},
        (("aya", "chiyo"),),
        {"phase": "main", "active": "red"},
    ),
    Scene(
        "gods-gloom",
        "a melee with a push",
        15,
        ("lancers", "stingers"),
        "melee",
        {"attacker": "lancers"},
        (("lancers", "stingers"),),
        {"phase": "activation", "active": "p1"},
        {"MEL.60.push": ("push",), "MEL.60.stand": ("give_ground",), "retreat_hexes": (2,)},
        seed=8,
    ),
    Scene(
        "speedies",
        "a combat of two",
        6,
        ("anselm", "fang"),
        "melee_phase",
        {},
        (("anselm", "fang"),),
        {"phase": "melee", "active": "red", "round": 3},
    ),
    Scene(
        "speedies",
        "an Engage on a feared enemy beside another",
        6,
        ("anselm", "bonegiant", "fang"),
        "engage",
        {"unit": "anselm"},
        (),
        {"phase": "engage", "active": "red", "round": 3},
        {"engage_target": ("bonegiant",), "sees": (True,), "reached": (True,)},
    ),
    Scene(
        "legion",
        "a charge of three minis into five",
        8,
        ("wook", ("snow", "red")),
        "draw_order",
        {},
        (),
        {"phase": "activation", "active": "blue"},
        {
            "action": ("melee_attack", "move", "done"),
            "move_end": ("snow",),
            "place_minis": ("wook.1+snow.1", "wook.2+snow.2", "wook.3+snow.3", "snow.4+wook.1", "snow.5+wook.2"),
        },
        around=("action",),
    ),
    Scene(
        "better-wargame",
        "a melee of four units",
        14,
        ("first_squad", "second_squad", "boyz", "shooters"),
        "melee_phase",
        {},
        (("first_squad", "boyz"), ("second_squad", "boyz"), ("second_squad", "shooters")),
        {"phase": "melee", "active": "guard"},
    ),
)


class Asked(NamedTuple):
    """One question of a recorded fight."""

    kind: str
    name: str
    title: str


def session_of(scene: Scene) -> Session:
    """The units of a scene as they come to a battle, and nobody else."""
    rules = find(scene.game)
    assert rules.example is not None
    example = rules.example()
    templates = {unit.id: unit for unit in (*example.units.values(), *rules.unit_templates())}
    units = []
    for entry in scene.units:
        of, side = entry if isinstance(entry, tuple) else (entry, templates[entry].side)
        units.append(copied(templates[of], of, templates[of].name, side))
    contacts: dict[Pair, Flags] = {pair_key(a, b): {} for a, b in scene.contacts}
    sides = list(example.sides.values())
    table = rules.table(units, sides, contacts=contacts, options=example.options, **scene.fields)
    return Session(table, rng=Random(scene.seed))


def play(scene: Scene) -> list[Asked]:
    """Plays the fight to its end; every question that was asked, in order."""
    session = session_of(scene)
    session.start(scene.action, scene.args)
    asked = []
    while session.run is not None:
        request = session.request
        assert request is not None
        if request.name not in scene.around:
            asked.append(Asked(_kind(request), request.name, request.title))
        by = request.by if isinstance(request.by, str) and request.by != "table" else ""
        session.answer(_answer(request, scene.wanted.get(request.name, ())), by=by)
    return asked


def _kind(request: Request[object]) -> str:
    if isinstance(request, Roll):
        return "dice"
    return "confirmations" if isinstance(request, (Do, YesNo)) else "choices"


_ANSWERS: Mapping[type[Request[object]], Callable[[Any], Any]] = {
    Roll: lambda request: "roll",
    YesNo: lambda request: request.default,
    Do: lambda request: True,
    Text: lambda request: "",
    Number: lambda request: request.lo,
    Pick: lambda request: [o.value for o in request.options if o.why_not is None][: request.at_least],
    Split: lambda request: {"plan": request.plans[0].plan, "parts": filled(request.plans[0])},
}


def _answer(request: Request[object], wanted: Sequence[Any]) -> Any:
    if isinstance(request, Choose):
        open_ = [option.value for option in request.options if option.why_not is None]
        return next((value for value in (*wanted, *HARMLESS) if value in open_), open_[0])
    if isinstance(request, Pick) and wanted:
        return [option.value for option in request.options if option.value in wanted and option.why_not is None]
    return wanted[0] if wanted else _ANSWERS[type(request)](request)


def report() -> Iterator[tuple[str, str, str]]:
    """One row a scene."""
    for scene in SCENES:
        asked = play(scene)
        kinds = Counter(question.kind for question in asked)
        parts = ", ".join(f"{kind} {kinds[kind]}" for kind in KINDS)
        yield f"questions, {scene.game}: {scene.what}", f"{len(asked)} ({parts})", f"≤ {scene.most}"


def page() -> str:
    """docs/questions.md."""
    lines = [HEAD]
    for scene in SCENES:
        asked = play(scene)
        kinds = Counter(question.kind for question in asked)
        cells = [find(scene.game).title, scene.what, len(asked), scene.most, *(kinds[kind] for kind in KINDS)]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def told() -> Iterator[str]:
    """Every fight with its questions, one after the other."""
    for scene in SCENES:
        yield f"{find(scene.game).title}: {scene.what}"
        yield from (f"{n:4}. {q.title} ({q.kind})" for n, q in enumerate(play(scene), 1))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(*told(), sep="\n")
