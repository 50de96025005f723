"""Tables that players can read, made from the same data and functions that the rules use."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.ruleset import Sheet
from companion.engine.state.changes import Line, added_up
from companion.engine.table_rulings import rulings_sheet
from companion.engine.wording import signed, value_words
from companion.rules.better_wargame.aftermath import AFTERMATH_OPTIONS
from companion.rules.better_wargame.attack.numbers import Options, melee_save, melee_to_hit, to_wound
from companion.rules.better_wargame.attack.throws import need
from companion.rules.better_wargame.catalog import MODIFIERS, Modifier
from companion.rules.better_wargame.conditions import CONDITIONS, DERIVED
from companion.rules.better_wargame.options import OPTIONS
from companion.rules.better_wargame.units import WargameUnit

LEVELS = range(5)
"""Skills and the like go from 0 to 4."""


def sheets(options: Options) -> Sequence[Sheet]:
    """All tables of the game by these options."""
    return (
        _to_hit(options),
        _to_wound(options),
        _saves(options),
        _firing(options),
        _dice(options),
        _states(),
        _end(options),
        _options(options),
        rulings_sheet("companion.rules.better_wargame", options),
    )


def _grid(row: str, lines: Callable[[int, int], Sequence[Line]]) -> tuple[tuple[str, ...], ...]:
    """Target numbers by two levels: one row a level, named `row` and the level."""
    return tuple((f"{row} {a}", *(need(added_up(lines(a, b))) for b in LEVELS)) for a in LEVELS)


def _to_hit(options: Options) -> Sheet:
    rows = _grid(
        "skill",
        lambda mine, theirs: melee_to_hit(
            options, WargameUnit(id="a", melee_skill=mine), WargameUnit(id="b", melee_skill=theirs)
        ),
    )
    columns = ("attacker", *(f"target skill {n}" for n in LEVELS))
    return Sheet("to_hit", "To hit in melee", columns, rows, f"{options['to_hit_base']} less the lead in melee skill.")


def _to_wound(options: Options) -> Sheet:
    rows = _grid("toughness", lambda t, a: to_wound(options, WargameUnit(id="b", toughness=t, armor=a), 0, 0))
    return Sheet(
        "to_wound",
        "To wound",
        ("what is left", *(f"armor {n}" for n in LEVELS)),
        rows,
        "Toughness is cancelled by massive, armor by AP; what is left raises the number.",
    )


def _saves(options: Options) -> Sheet:
    rows = _grid(
        "defense",
        lambda d, o: melee_save(options, WargameUnit(id="a", melee_offense=o), WargameUnit(id="b", melee_defense=d)),
    )
    columns = ("own", *(f"offense {n}" for n in LEVELS))
    return Sheet("saves", "Saves in melee", columns, rows, "Own melee defense against the enemy's melee offense.")


def _firing(options: Options) -> Sheet:
    shooting, firefight = need(options["shooting_save_base"]), need(options["firefight_save_base"])
    return Sheet(
        "firing",
        "Shooting and Firefight",
        ("what", "changes", "looks at", "by", "phases", "rule"),
        tuple(map(_modifier, MODIFIERS)),
        "More is worse for the side that rolls. Of what is alike only the largest counts. "
        f"Cover saves start at {shooting} in Shooting and at {firefight} in the Firefight. "
        "Nothing of this counts in melee.",
    )


def _modifier(modifier: Modifier) -> tuple[str, ...]:
    return (
        modifier.label,
        {"to_hit": "to hit", "save": "cover save"}[modifier.stage],
        modifier.of,
        "its level" if modifier.field else signed(modifier.value),
        ", ".join(modifier.phases),
        modifier.text,
    )


def _dice(options: Options) -> Sheet:
    rows = (
        ("2+ to 6+", "the number or more succeeds"),
        ("1+ or better", "a 1 is rolled again; only a second 1 fails"),
        ("7+ or worse", "a 6 is rolled again; only a second 6 succeeds"),
        ("leadership", "d6, the leadership or more passes; no modifiers"),
    )
    no_save = (("save of 7+", "is not rolled"),) if options["save_on_7plus"] == "none" else ()
    text = "Roll a whole batch, then its extra dice in order. No die is rolled a third time."
    return Sheet("dice", "Dice", ("number", "how it works"), rows + no_save, text)


def _states() -> Sheet:
    rows = tuple((c.label, c.text, c.ends) for c in CONDITIONS)
    return Sheet("states", "States", ("state", "effect", "ends with"), rows + DERIVED)


def _end(options: Options) -> Sheet:
    suppression = "Suppression: Wounds in the phase at least as many as models at its start"
    tested = "below half and lost a model; rank low to high"
    if options["command_break_tests"]:
        tested += "; then commands below half that lost a unit"
    rows = (
        ("P12", suppression if options["melee_wounds_suppress"] else "Wounds in melee do not suppress", "every unit"),
        ("P13", "Break Tests, failing leaves play", tested),
        ("P14", "Suppressed tests: fail falls back, pass chooses", "suppressed and in a fight this player turn"),
        ("P15", f'Fall back one normal move, {options["normal_move"]}"', "all of them before anyone piles in"),
        ("P16", f'Pile in, {options["pile_in_move"]}"', "units still in contact"),
        ("P17", "Follow up one normal move, no closer to any enemy", "free units that fought in melee"),
    )
    text = "The current player's units come first within a step."
    return Sheet("end", "End of the Melee phase", ("step", "what", "who"), rows, text)


def _options(options: Options) -> Sheet:
    rows = tuple((o.name, value_words(options[o.name]), o.label, o.why) for o in (*OPTIONS, *AFTERMATH_OPTIONS))
    return Sheet("options", "Profile values and rulings", ("option", "value", "what", "why"), rows)
