"""Writes the declared part of docs/rules/GAME.md: `python -m tools.rules_docs`.

Fields, phases, options, procedures and steps come from the declarations; request names and outcome keys are those that
seeded random games meet. The part stands between two marks; what people wrote around it is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.aftermath import OPTIONS_WITH_MODELS
from companion.engine.odds_use import ODDS_OPTIONS
from companion.engine.registry import BUILT_IN, find
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.declarations import specs
from companion.engine.state.table import AnyTable
from companion.play.random_player import RandomPlayer

DOCS = Path(__file__).parents[1] / "docs" / "rules"
BEGIN, END = "<!-- declared: made by python -m tools.rules_docs -->", "<!-- end of the declared part -->"
SEEDS = 60
SHARED = (*OPTIONS_WITH_MODELS, *ODDS_OPTIONS)
"""Options of several games: their own pages explain them."""

Met = dict[str, dict[str, None]]


def meet(rules: Ruleset, seeds: Iterable[int]) -> tuple[Met, Met]:
    """Request names (with their kind) and outcome keys by procedure, as random games meet them."""
    requests: Met = {}
    outcomes: Met = {}
    assert rules.example is not None
    for seed in seeds:
        session = Session(in_campaign(rules.example()), rng=Random(seed))

        def look(held: Session) -> None:
            if held.run is not None and held.request is not None:
                title = held.run.procedure.name
                requests.setdefault(title, {})[f"{held.request.name} ({held.request.kind})"] = None

        player = RandomPlayer(Random(seed))
        player.play(session, most_inputs=4000, each=look)
        player.play_aftermath(session, each=look)
        for entry in session.entries:
            outcomes.setdefault(entry.procedure, {}).update(dict.fromkeys(entry.outcome))
    return requests, outcomes


def in_campaign(table: AnyTable) -> AnyTable:
    """The table as that of a battle of a campaign: its sides owe their aftermath, and dice decide about losses."""
    if "aftermath_losses" in table.options:
        table.options = {**table.options, "aftermath_losses": "roll"}
    for side in table.sides.values():
        if "owes_aftermath" in side.specs():
            side.put("owes_aftermath", True)
    return table


def declared(rules: Ruleset, seeds: Iterable[int] = range(SEEDS)) -> Iterator[str]:
    """The lines of the declared part; those of requests and outcomes from games with these seeds."""
    yield "## Declared"
    yield ""
    yield f"Revision {rules.revision}. Made from the declarations; do not edit by hand."
    for title, owner in (("Unit", rules.unit_type), ("Side", rules.side_type), ("Table", rules.table_type)):
        yield from ("", f"### {title} fields", "", *_heads("field", "kind", "allowed", "default", "shown as"))
        for spec in specs(owner).values():
            allowed = ", ".join(spec.choices) or _bounds(spec.lo, spec.hi)
            yield f"| `{spec.name}` | {spec.kind} | {allowed} | {_cell(spec.default)} | {spec.label} |"
    yield from ("", "### Phases", "")
    yield from (f"* `{p.id}` – {p.title}" for p in rules.phases)
    heads = _heads("option", "default", "allowed", "what it decides", "why")
    yield from ("", "### Options and rulings", "", *heads)
    for option in rules.options:
        if option in SHARED:
            continue
        allowed = ", ".join(map(str, option.choices)) or (
            "yes, no" if isinstance(option.default, bool) else _bounds(option.lo, option.hi)
        )
        yield f"| `{option.name}` | {_cell(option.default)} | {allowed} | {option.label} | {option.why} |"
    shared = ", ".join(f"`{option.name}`" for option in rules.options if option in SHARED)
    yield from ("", f"As in other games: {shared} ([campaigns](../campaigns.md#the-aftermath), [odds](../odds.md)).")
    requests, outcomes = meet(rules, seeds)
    yield from ("", "### Procedures", "")
    for proc in rules.procedures:
        steps = ", ".join(f"{s.id} {s.title}" for s in proc.steps)
        asked = ", ".join(f"`{n}`" for n in sorted(requests.get(proc.name, ())))
        keys = ", ".join(f"`{k}`" for k in sorted(outcomes.get(proc.name, ())))
        yield f"* **{proc.title}** (`{proc.name}`)" + (f" – steps: {steps}." if steps else ".")
        if asked:
            yield f"  Asks: {asked}."
        if keys:
            yield f"  Outcome: {keys}."


def written(text: str, part: str) -> str:
    """The page with its declared part replaced, or added at its end."""
    block = f"{BEGIN}\n{part}\n{END}\n"
    if BEGIN in text:
        head, _, rest = text.partition(BEGIN)
        return head + block + rest.partition(END)[2].lstrip("\n")
    return text.rstrip() + "\n\n" + block


def _heads(*names: str) -> tuple[str, str]:
    return f"| {' | '.join(names)} |", "|---" * len(names) + "|"


def _bounds(lo: Any, hi: Any) -> str:
    if lo is None and hi is None:
        return ""
    return f"{'' if lo is None else lo}…{'' if hi is None else hi}"


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value not in ((), {}, "") else "none"


def main() -> None:
    """Writes the part into every page."""
    for name in BUILT_IN:
        page = DOCS / f"{name}.md"
        text = page.read_text(encoding="utf-8") if page.exists() else f"# {find(name).title}\n"
        page.write_text(written(text, "\n".join(declared(find(name)))), encoding="utf-8")


if __name__ == "__main__":
    main()
