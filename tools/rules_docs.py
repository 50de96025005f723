"""Writes the declared part of docs/rules/GAME.md: `python -m tools.rules_docs`.

Options come from the declarations; the names of requests are those that seeded random games meet. All else that a game
declares is printed by `companion rules GAME`. The part stands between two marks; what people wrote around
it is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from companion.engine.aftermath import OPTIONS_WITH_MODELS
from companion.engine.odds import ODDS_OPTIONS
from companion.engine.registry import BUILT_IN, find
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.engine.wording import value_words
from companion.frontend.saying.sheets import allowed
from companion.play.random_player import RandomPlayer

DOCS = Path(__file__).parents[1] / "docs" / "rules"
BEGIN, END = "<!-- declared: made by python -m tools.rules_docs -->", "<!-- end of the declared part -->"
SEEDS = 60
SHARED = (*OPTIONS_WITH_MODELS, *ODDS_OPTIONS)
"""Options of several games: their own pages explain them."""

Met = dict[str, set[str]]


def meet(rules: Ruleset, seeds: Iterable[int]) -> tuple[Met, Met]:
    """Request names by kind and outcome keys by procedure, as random games meet them."""
    requests: Met = {}
    outcomes: Met = {}
    assert rules.example is not None
    for seed in seeds:
        session = Session(in_campaign(rules.example()), rng=Random(seed))

        def look(held: Session) -> None:
            if held.run is not None and held.request is not None:
                requests.setdefault(held.request.kind, set()).add(held.request.name)

        player = RandomPlayer(Random(seed))
        player.play(session, most_inputs=4000, each=look)
        player.play_aftermath(session, each=look)
        for entry in session.entries:
            outcomes.setdefault(entry.procedure, set()).update(entry.outcome)
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
    """The lines of the declared part; those of requests from games with these seeds."""
    yield "## Declared"
    yield ""
    yield f"Revision {rules.revision}. `companion rules {rules.id}` prints the rest: reasons, steps, and what"
    yield "fields may hold (`unit-fields`, `side-fields`, `table-fields`)."
    yield ""
    shared = ", ".join(f"`{option.name}`" for option in rules.options if option in SHARED)
    yield f"**Options**, besides {shared} ([campaigns](../campaigns.md#the-aftermath), [odds](../odds.md)):"
    yield ""
    yield from ("| option | default | what it decides |", "|---|---|---|")
    for option in rules.options:
        if option not in SHARED:
            yield f"| `{option.name}` | {_default(value_words(option.default), allowed(option))} | {option.label} |"
    requests, _ = meet(rules, seeds)
    yield from ("", "**Requests** by kind:", "")
    for kind, names in sorted(requests.items()):
        yield f"* `{kind}`: " + ", ".join(f"`{name}`" for name in sorted(names))


def _default(value: str, allowed: str) -> str:
    """A default with what else is allowed; a list that begins empty needs no word."""
    shown = "" if value == "–" or "(" in value else value
    others = "" if allowed == "yes, no" else allowed
    return f"{shown} ({others})".strip() if others else shown


def written(text: str, part: str) -> str:
    """The page with its declared part replaced, or added at its end."""
    block = f"{BEGIN}\n{part}\n{END}\n"
    if BEGIN in text:
        head, _, rest = text.partition(BEGIN)
        return head + block + rest.partition(END)[2].lstrip("\n")
    return text.rstrip() + "\n\n" + block


def main() -> None:
    """Writes the part into every page."""
    for name in BUILT_IN:
        page = DOCS / f"{name}.md"
        text = page.read_text(encoding="utf-8") if page.exists() else f"# {find(name).title}\n"
        page.write_text(written(text, "\n".join(declared(find(name)))), encoding="utf-8")


if __name__ == "__main__":
    main()
