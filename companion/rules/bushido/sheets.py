"""The tables of the game for players to read, from the same data and options that the rules use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.ruleset import Sheet
from companion.engine.table_rulings import rulings_sheet
from companion.engine.wording import signed, value_words
from companion.rules.bushido.aftermath import AFTERMATH_OPTIONS
from companion.rules.bushido.catalog import ACTIONS, FEATS, SPECIALS, STATES, TRAITS, WOUNDS
from companion.rules.bushido.options import OPTIONS
from companion.rules.bushido.vocabulary import RuleEffect, StateEntry

CONTACT = {"yes": "yes", "no": "no", "needs": "only then"}
Row = tuple[str, str]


def pool_words(effect: RuleEffect) -> str:
    """The number of an effect with its sign, and the trait that cancels it."""
    unless = next((t.name for t in TRAITS.values() if any(e.op == effect.unless for e in t.effects)), "")
    return signed(effect.value or 0) + (f", not with {unless}" if unless else "")


def state_rows(op: str, whose: str) -> Iterator[Row]:
    """One row for each state with this word. `whose` is filled with the state's name."""
    for state in STATES.values():
        for effect in state.effects:
            if effect.op == op:
                yield whose.format(state.label), pool_words(effect)


def pool_rows() -> Iterator[Row]:
    """What changes a Melee Pool (step 4)."""
    yield from state_rows("pool", "{}")
    yield "each assisting enemy", "−1, after Indomitable"
    for action in ACTIONS.values():
        if action.pool:
            yield f"the exchange of its {action.title}", signed(action.pool)
    yield "Split Attack", "−1 for each further exchange"
    for trait in TRAITS.values():
        for effect in trait.effects:
            if effect.op == "pool_with_friend":
                yield trait.name, f"{signed(effect.value or 0)} while another such friend touches the enemy"
    yield from state_rows("enemy_pool", "the enemy has {}")
    yield "Ki feats", "as printed"
    yield "Ki Boost", "+1 each"
    yield "then: cap", "never above twice the printed pool (0: never above 1)"
    yield "then: minimum", "if a pool is below 1, both gain what the lower one needs"


def damage_rows() -> Iterator[Row]:
    """What changes a damage roll (step 12), in its order."""
    yield "Strength of the weapon", "as printed"
    for action in ACTIONS.values():
        if action.first_damage:
            yield action.title, f"{signed(action.first_damage)} on the first damage roll"
    for special in SPECIALS.values():
        if special.bonus:
            yield special.name, signed(special.bonus)
    for trait in TRAITS.values():
        for effect in trait.effects:
            if effect.op == "damage":
                yield trait.name, signed(effect.value or 0) + (" against those named" if effect.against else "")
    yield from state_rows("enemy_damage", "the target has {}")
    yield "Armour (X)", "-X, less Pierce"
    yield "Strong / Weak", "three dice, the two highest / lowest; both: two dice"
    yield "Assassin", "against a Surprised target: three dice, any two"
    yield "the total", "2 to 12 is the row"
    halved = [special.name for special in SPECIALS.values() if special.damage == "half"]
    yield "then: half", f"{', '.join(halved)}; rounding down"
    yield "then: Tough (X)", "-X, less Sharp"
    yield "then: Durable", "more than 1 wound becomes 1"


def dice_of(state: StateEntry) -> str:
    """The dice that a state gives or takes its owner."""
    return next((pool_words(effect) for effect in state.effects if effect.op == "pool"), "0")


def sheets(options: Mapping[str, Any]) -> Sequence[Sheet]:
    """Every table of the game, as these options have it."""
    cap = options["sl_cap"]
    return (
        Sheet(
            "wounds",
            "Wound table",
            ("2D6", *map(str, range(cap + 1))),
            tuple((str(row), *map(str, columns[: cap + 1])) for row, columns in WOUNDS.items()),
            "The modified damage roll is the row, the Success Level the column; "
            f"a Success Level above {cap} uses column {cap}.",
        ),
        Sheet("pool", "Melee Pool", ("when", "dice"), tuple(pool_rows())),
        Sheet("damage", "Damage roll", ("what", "effect"), tuple(damage_rows())),
        Sheet(
            "specials",
            "Special attacks and defences",
            ("name", "kind", "damage", "contact after", "effect"),
            tuple(
                (s.name, s.kind, s.damage if s.kind == "attack" else "-", "yes" if s.contact else "no", s.text)
                for s in SPECIALS.values()
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
            tuple((s.label, dice_of(s), s.text, s.ends) for s in STATES.values()),
        ),
        Sheet(
            "actions",
            "Actions",
            ("name", "counters", "in contact with an enemy?"),
            tuple((a.title, str(counters(a.id, options)), CONTACT[a.contact]) for a in ACTIONS.values()),
        ),
        Sheet(
            "options",
            "Options",
            ("name", "in force", "why"),
            tuple(
                (o.label, value_words(options[o.name]).replace("_", " "), o.why) for o in (*OPTIONS, *AFTERMATH_OPTIONS)
            ),
        ),
        rulings_sheet("companion.rules.bushido", options),
    )


def counters(action: str, options: Mapping[str, Any]) -> int:
    """What an action costs at this table."""
    return int(options["charge_total_counters"]) if action == "charge" else ACTIONS[action].counters
