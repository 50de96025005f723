"""The tables of the game for players to read, from the same data that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.ruleset import Sheet
from companion.rules.gods_gloom.example import SAMPLES
from companion.rules.gods_gloom.legality import REASONS
from companion.rules.gods_gloom.tables import FORMATIONS, TABLES
from companion.rules.gods_gloom.traits import TRAITS


def sheets(options: Mapping[str, Any]) -> Sequence[Sheet]:
    """Formations, traits, tokens, dice, outcomes, pushes, refusals and the sample roster."""
    return (
        Sheet(
            "formations",
            "Tactical formations",
            ("Formation", "Effect", "Beats"),
            tuple((f.name, f.text, FORMATIONS[f.beats].name) for f in FORMATIONS.values()),
            "Declaring costs 1 command seal. One declarer: it applies. Two: only the one that beats the other.",
        ),
        Sheet(
            "traits",
            "Traits",
            ("Trait", "Written", "Where", "Effect", "By"),
            tuple(
                (t.name, t.id + (":X" if t.needs_x else ""), t.hook, t.text, "players" if t.by_hand else "app")
                for t in TRAITS.values()
            ),
            "A trait that is not listed is shown as a reminder and played by hand.",
        ),
        Sheet(
            "tokens",
            "Tokens",
            ("Token", "Gained", "Effect", "Removed"),
            _rows("tokens"),
            "Boost and Weak cancel each other, and so do Fast and Slow. One of each at most.",
        ),
        Sheet("dice", "Dice", ("Colour", "Success", "Critical"), _rows("dice")),
        Sheet("outcomes", "Who wins", ("After MEL.40", "Winner", "The loser loses", "Next"), _rows("outcomes")),
        Sheet("push", "Push (MEL.60)", ("Result", "Cost to the loser", "Movement"), _rows("push")),
        Sheet("legality", "Why an attack is refused (7.0)", ("Code", "Meaning"), tuple(REASONS.items())),
        Sheet(
            "samples",
            "Sample roster",
            ("Unit", "Offence", "Defence", "Morale", "Health", "Speed"),
            tuple(
                (
                    kind,
                    _pool(u["offence"]),
                    _pool(u["defence"]),
                    str(u["morale_max"]),
                    str(u["health_max"]),
                    str(u["speed"]),
                )
                for kind, u in SAMPLES.items()
            ),
            "Invented profiles, red and blue dice. Type in your own cards.",
        ),
    )


def _rows(table: str) -> tuple[tuple[str, ...], ...]:
    return tuple((name, *cells) for name, cells in TABLES[table].items())


def _pool(printed: dict[str, Any]) -> str:
    return f"{printed['red']}/{printed['blue']}"
