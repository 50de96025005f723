"""The tables of the game as players read them, made from the data and the options that the rules use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine.dice import Die
from companion.engine.ruleset import Sheet
from companion.engine.table_rulings import rulings_sheet
from companion.rules.legion.catalog import Keyword, keywords, unit_types
from companion.rules.legion.dice import ATTACK, DEFENCE
from companion.rules.legion.example import names, sample
from companion.rules.legion.records import Weapon
from companion.rules.legion.turn.actions import ACTIONS, REPEATED
from companion.rules.legion.units import LegionUnit


def sheets(options: Mapping[str, Any]) -> Sequence[Sheet]:
    """Dice, actions, morale, keywords and sample units."""
    return (
        _dice("attack-dice", "Attack dice (d8)", ATTACK, ("hit", "crit", "surge", "blank")),
        _dice("defence-dice", "Defence dice (d6)", DEFENCE, ("block", "surge", "blank")),
        Sheet(
            "actions",
            "Actions of an activation",
            ("action", "counts as", "how often"),
            tuple((a.label, a.kind, "repeated" if a.kind in REPEATED else "once") for a in ACTIONS),
            "Two actions, one if suppressed, none if panicked. " + _WITHDRAW[options["withdraw_mode"]],
        ),
        Sheet(
            "morale",
            "Morale",
            ("state", "when", "actions", "forced"),
            (
                ("suppressed", "suppression at least its courage (droids never)", "1", "–"),
                (
                    "panicked",
                    "suppression at least twice the better of its courage and a commander's in range",
                    "0",
                    _PANIC[options["panic_mode"]],
                ),
            ),
            f"The End Phase removes {options['end_phase_suppression']} suppression from each unit.",
        ),
        Sheet(
            "keywords",
            "Keywords",
            ("keyword", "step", "for", "effect"),
            tuple(_keyword(keyword, options) for keyword in keywords().values()),
            "Keywords the app does not know are shown as reminders.",
        ),
        Sheet(
            "samples",
            "Sample units",
            ("unit", "type", "minis", "wounds", "courage", "defence", "surge", "speed", "melee weapon", "keywords"),
            tuple(_unit(sample(of, "blue")) for of in names()),
            "Sample data of 2018 and 2019: a start for rosters, never an authority. Defence +: surge becomes block.",
        ),
        rulings_sheet("companion.rules.legion", options),
    )


_PANIC = {"flee": "flees, or withdraws if engaged", "freeze": "nothing"}
_WITHDRAW = {
    "full": "Withdrawing is the whole activation.",
    "move": "Withdrawing is one move action; afterwards neither attack, standby nor a new melee.",
}


def _keyword(keyword: Keyword, options: Mapping[str, Any]) -> tuple[str, ...]:
    off = [e.option for e in keyword.effects if e.option and not options[e.option]]
    return (
        keyword.name,
        ", ".join(dict.fromkeys(e.hook for e in keyword.effects)) or "–",
        ", ".join(dict.fromkeys(e.side for e in keyword.effects)) or "–",
        keyword.text + (" (this table plays without it)" if off else ""),
    )


def _dice(of: str, title: str, dice: Mapping[str, Die], faces: tuple[str, ...]) -> Sheet:
    rows = tuple((colour, *(str(die.faces.count(face)) for face in faces)) for colour, die in dice.items())
    return Sheet(of, title, ("die", *faces), rows)


def _unit(unit: LegionUnit) -> tuple[str, ...]:
    return (
        unit.name,
        unit_types()[unit.unit_type].label,
        str(len(unit.minis)),
        str(unit.minis[0].threshold),
        "–" if unit.courage is None else str(unit.courage),
        unit.defence_die + ("+" if unit.defence_surge else ""),
        unit.attack_surge or "–",
        str(unit.speed),
        "; ".join(_weapon(w) for w in unit.weapons if w.melee) or "none",
        ", ".join(_words(unit.keywords.items())),
    )


def _weapon(weapon: Weapon) -> str:
    dice = " ".join(f"{n} {colour}" for colour, n in weapon.dice.items())
    return ", ".join([f"{weapon.name}: {dice}", *_words(weapon.keywords.items())])


def _words(listed: Iterable[tuple[str, int | bool]]) -> list[str]:
    return [name if number is True else f"{name} {number}" for name, number in listed]
