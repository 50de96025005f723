"""The tables of the game for players, from the data that the rules use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engine.ruleset import Sheet
from companion.engine.state.entity import Condition
from companion.engine.table_rulings import rulings_sheet
from companion.engine.wording import signed
from companion.rules.speedies import catalog
from companion.rules.speedies.catalog import REACH, BandT, Skill
from companion.rules.speedies.units import SpeediesUnit


def sheets(options: Mapping[str, Any]) -> Sequence[Sheet]:
    """Everything players look up: gear, skills, statuses, d20 tables, rulings, sample lines."""
    return (
        *_units_and_gear(options),
        *_battle_tables(options),
        *_aftermath_tables(),
        _lines(),
        rulings_sheet("companion.rules.speedies", options),
    )


def _units_and_gear(options: Mapping[str, Any]) -> Sequence[Sheet]:
    """What a unit carries, what it can do and what befalls it."""
    return (
        _gear(),
        Sheet(
            "armour",
            "Armour",
            ("Armour", "Def", "Written"),
            tuple((a.name, f"+{a.defence_bonus}", f"armour {a.defence_bonus}") for a in catalog.ARMOUR),
        ),
        _skills(
            "skills",
            "Skills",
            "Skill",
            catalog.SKILLS,
            "Any other skill may be written on a unit: it is shown as a reminder when the unit acts.",
        ),
        _skills(
            "scars",
            "What scars mean",
            "Scar",
            catalog.SCARS,
            "Hatred is written down with whom it is of, and read out when the unit acts.",
        ),
        Sheet(
            "statuses",
            "Statuses",
            ("Status", "Effect", "Ends with"),
            tuple((c.label, _status_text(c, options), c.ends) for c in SpeediesUnit.conditions),
        ),
    )


def _battle_tables(options: Mapping[str, Any]) -> Sequence[Sheet]:
    """The d20 tables of a battle."""
    return (
        Sheet(
            "checks",
            "Stat Checks",
            ("Natural die", "Result"),
            (
                ("20", "passes; in melee and shooting a critical: two hits"),
                (f"1–{fails}" if (fails := options["auto_fail_max"]) > 1 else "1", "fails"),
                ("any other", "passes if it is equal to the number or over it, after modifiers"),
            ),
            "Advantage: two dice, the higher counts. Disadvantage: the lower. Both together cancel to one die.",
        ),
        _bands(
            "injury",
            "Injury",
            catalog.INJURY,
            lambda r: r.status,
            "Natural die and Injury of unit and weapon, less what the target resists; the best hit counts.",
        ),
        _bands(
            "fall",
            "Falls",
            catalog.FALL,
            lambda r: "nothing" if r.status == "ok" else r.status,
            "d20 and 2 for each full inch above 2 inches. With several Wounds the worst is stunned and a Wound.",
        ),
        _bands("out-of-sight", "Engaging a target out of sight", catalog.OUT_OF_SIGHT, lambda r: REACH[r.halves]),
    )


def _aftermath_tables() -> Sequence[Sheet]:
    """What is drawn and rolled after a battle, and in which order."""
    return (
        _bands(
            "improvement",
            "Hero improvements",
            catalog.IMPROVEMENTS,
            lambda r: r.label,
            "Checked stats improve by 1 if a second d20 is equal to or under them; the others rise without a roll.",
        ),
        Sheet(
            "promotion",
            "Henchman cards that promote",
            ("Cards", "Card"),
            tuple((str(c.cards), c.text) for c in catalog.PROMOTIONS),
        ),
        _bands("hero-scars", "Scars of heroes", catalog.HERO_SCARS, lambda r: r.text),
        _bands("henchman-scars", "Scars of henchmen", catalog.HENCHMAN_SCARS, lambda r: r.text),
        _bands(
            "major-wounds",
            "Major wounds",
            catalog.MAJOR_WOUNDS,
            lambda r: f"{r.text} {r.by} worse" if r.by else r.text,
        ),
        _bands("blight", "The Blight", catalog.BLIGHT, lambda r: r.text, "Heroes add 2."),
        Sheet(
            "after-battle",
            "After the battle",
            ("", "Do"),
            tuple((str(i), text) for i, text in enumerate(_after_battle(), 1)),
        ),
    )


def _lines() -> Sheet:
    return Sheet(
        "lines",
        "Sample units",
        ("Unit", "Mov", "Mel", "Rgd", "Def", "Agi", "Mrl", "Atk", "Wnd", "Inj", "Prc"),
        tuple(_line(key) for key in catalog.SAMPLE_UNITS),
        "Smaller is better from Mel to Mrl.",
    )


def _skills(of: str, title: str, what: str, entries: Mapping[str, Skill], text: str) -> Sheet:
    rows = tuple((entry.name, entry.step, entry.sentence) for entry in entries.values())
    return Sheet(of, title, (what, "Step", "Effect"), rows, text)


def _status_text(condition: Condition, options: Mapping[str, Any]) -> str:
    """What a condition does, as the options of the table have it."""
    first = " While it has several Wounds it loses those first." if options["injured_multiwound_buffer"] else ""
    if condition.id == "dazed":
        far = "half its Move" if options["dazed_move"] == "half" else "1 inch"
        return f"{condition.text}{first} Moves {far}, and only while others hold its enemies."
    return condition.text + (first if condition.id == "stunned" else "")


def _gear() -> Sheet:
    rows = []
    for gear in catalog.GEAR.values():
        notes = [] if gear.hands == 1 else ["both hands"]
        if gear.hands == 1 and not gear.pair:
            notes.append("never one of a pair")
        if gear.attacks:
            notes.append(f"+{gear.attacks} attack")
        w = gear.weapon
        rows.append((w.name, _signed(w.melee), _signed(w.injury), _signed(w.pierce), ", ".join(notes)))
    return Sheet(
        "gear", "Melee weapons", ("Weapon", "Mel", "Inj", "Prc", ""), tuple(rows), "Two weapons give one attack more."
    )


def _after_battle() -> list[str]:
    return [text.format(promoted="the end of the battle names them") for text in catalog.AFTER_BATTLE]


def _signed(value: int) -> str:
    return signed(value) if value else "0"


def _bands(of: str, title: str, bands: Sequence[BandT], word: Callable[[BandT], str], text: str = "") -> Sheet:
    rows, low = [], 1
    for i, band in enumerate(bands):
        span = (
            f"{low} or more"
            if i == len(bands) - 1 and band.to > 20
            else f"up to {band.to}"
            if low == 1 and band.to > 1
            else str(low)
            if low == band.to
            else f"{low}–{band.to}"
        )
        rows.append((span, word(band)))
        low = band.to + 1
    return Sheet(of, title, ("d20", "Result"), tuple(rows), text)


def _line(key: str) -> tuple[str, ...]:
    line: Mapping[str, Any] = catalog.SAMPLE_UNITS[key]
    fields = ("move", "melee", "ranged", "defence", "agility", "morale", "attacks", "max_wounds", "injury", "pierce")
    shown = []
    for name in fields:
        value = line.get(name, SpeediesUnit.__dataclass_fields__[name].default)
        target = name in ("melee", "ranged", "defence", "agility", "morale") and value is not None
        shown.append("–" if value is None else f"{value}+" if target else str(value))
    return (line["name"], *shown)
