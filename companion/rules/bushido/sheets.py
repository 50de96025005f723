"""The tables of the game for players to read, from the same data that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.ruleset import Sheet
from companion.rules.bushido.catalog import FEATS, SPECIALS, TRAITS, WOUNDS, SpecialEntry
from companion.rules.bushido.deeds import DEEDS
from companion.rules.bushido.options import OPTIONS
from companion.rules.bushido.states import POOL_STATES, STATES

CONTACT = {"yes": "yes", "no": "no", "needs": "only then"}

POOL_ROWS: tuple[tuple[str, str], ...] = (
    ("Exhausted", "-1, with Endurance 0"),
    ("each assisting enemy", "-1, after Indomitable"),
    ("Prone, Blind, Stunned, Frightened, Held", "-1 for each of these states"),
    ("ran this turn", "-1"),
    ("Surprised", "-1"),
    ("the exchange of its Stand Up", "-1"),
    ("Split Attack", "-1 for each further exchange"),
    ("Co-ordinated Attack", "+1 while another such friend touches the enemy"),
    ("the enemy has a Death Sentence", "+1"),
    ("Ki feats", "as printed"),
    ("Ki Boost", "+1 each"),
    ("then: cap", "never above twice the printed pool (0: never above 1)"),
    ("then: minimum", "if a pool is below 1, both gain what the lower one needs"),
)

DAMAGE_ROWS: tuple[tuple[str, str], ...] = (
    ("Strength of the weapon", "as printed"),
    ("Charge", "+2 on the charger's first damage roll"),
    ("Powerful Attack", "+3"),
    ("Vengeance", "+1 against those named"),
    ("Death Sentence on the target", "+1"),
    ("Armour (X)", "-X, less Pierce"),
    ("Strong / Weak", "three dice, the two highest / lowest; both: two dice"),
    ("Assassin", "against a Surprised target: three dice, any two"),
    ("the total", "2 to 12 is the row"),
    ("then: half", "Forceback, Slam, Sweep, Throw; rounding down"),
    ("then: Tough (X)", "-X, less Sharp"),
    ("then: Durable", "more than 1 wound becomes 1"),
)


def sheets(options: Mapping[str, Any]) -> Sequence[Sheet]:
    """Every table of the game."""
    return (
        Sheet(
            "wounds",
            "Wound table",
            ("2D6", *map(str, range(11))),
            tuple((str(row), *map(str, columns)) for row, columns in WOUNDS.items()),
            "The modified damage roll is the row, the Success Level the column.",
        ),
        Sheet("pool", "Melee Pool", ("when", "dice"), POOL_ROWS),
        Sheet("damage", "Damage roll", ("what", "effect"), DAMAGE_ROWS),
        Sheet(
            "specials",
            "Special attacks and defences",
            ("name", "kind", "damage", "contact after", "effect"),
            tuple(
                (s.name, s.kind, s.damage if s.kind == "attack" else "-", contact(s), s.text) for s in SPECIALS.values()
            ),
            "The cost in dice is printed on each card; 1 where it is not known.",
        ),
        Sheet(
            "traits",
            "Traits",
            ("name", "step", "effect"),
            tuple((t.name, t.step, t.text) for t in TRAITS.values()),
            "A trait that the app does not know is shown as a reminder in each exchange.",
        ),
        Sheet(
            "feats",
            "Ki feats",
            ("name", "Ki", "timing", "once per", "steps", "effect"),
            tuple((f.name, str(f.ki), f.timing, f.limit or "-", " ".join(f.windows), f.text) for f in FEATS.values()),
            "Any other feat may be written on a model with its cost, its steps and its text.",
        ),
        Sheet(
            "states",
            "States",
            ("name", "dice", "effect", "ends"),
            tuple(
                (c.label, "-1" if c.id in (*POOL_STATES, "surprised", "ran") else "0", c.text, c.ends) for c in STATES
            ),
        ),
        Sheet(
            "actions",
            "Actions",
            ("name", "counters", "in contact with an enemy?"),
            tuple((d.title, str(d.cost), CONTACT[d.contact]) for d in DEEDS),
        ),
        Sheet(
            "rulings",
            "Options and rulings",
            ("name", "default", "why"),
            tuple((o.label, str(o.default), o.why) for o in OPTIONS),
        ),
    )


def contact(entry: SpecialEntry) -> str:
    """Whether the two still touch once a special has triggered, unless the players say otherwise."""
    return "yes" if entry.contact else "no"
