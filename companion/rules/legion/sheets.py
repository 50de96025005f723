"""The tables of the game as players read them, made from the data the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.dice import Die
from companion.engine.ruleset import Sheet
from companion.rules.legion.catalog import keywords
from companion.rules.legion.dice import ATTACK, DEFENCE
from companion.rules.legion.records import Weapon
from companion.rules.legion.samples import names, sample
from companion.rules.legion.turn.actions import ACTIONS
from companion.rules.legion.units import LegionUnit


def sheets() -> Sequence[Sheet]:
    """Dice, keywords, actions and sample units."""
    return (
        _dice("attack-dice", "Attack dice (d8)", ATTACK, ("hit", "crit", "surge", "blank")),
        _dice("defence-dice", "Defence dice (d6)", DEFENCE, ("block", "surge", "blank")),
        Sheet(
            "actions",
            "Actions of an activation",
            ("action", "counts as"),
            tuple((action.label, action.kind) for action in ACTIONS),
            "Two actions, one if suppressed, none if panicked; each once, moves and card actions repeated.",
        ),
        Sheet(
            "morale",
            "Morale",
            ("state", "when", "actions"),
            (
                ("suppressed", "suppression at least its courage (droids never)", "1"),
                ("panicked", "suppression at least twice the better of its courage and a commander's in range", "0"),
            ),
        ),
        Sheet(
            "keywords",
            "Keywords",
            ("keyword", "step", "for", "effect"),
            tuple(
                (
                    k.name,
                    ", ".join(dict.fromkeys(e.hook for e in k.effects)) or "–",
                    ", ".join(dict.fromkeys(e.side for e in k.effects)) or "–",
                    k.text,
                )
                for k in keywords().values()
            ),
            "Keywords the app does not know are shown as reminders.",
        ),
        Sheet(
            "samples",
            "Sample units",
            ("unit", "type", "minis", "wounds", "courage", "defence", "surge", "speed", "melee weapon", "keywords"),
            tuple(_unit(sample(of, "blue")) for of in names()),
            "Sample data of 2018 and 2019: a start for rosters, never an authority. Defence +: surge becomes block.",
        ),
    )


def _dice(of: str, title: str, dice: Mapping[str, Die], faces: tuple[str, ...]) -> Sheet:
    rows = tuple((colour, *(str(die.faces.count(face)) for face in faces)) for colour, die in dice.items())
    return Sheet(of, title, ("die", *faces), rows)


def _unit(unit: LegionUnit) -> tuple[str, ...]:
    return (
        unit.name,
        unit.unit_type.replace("_", " "),
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


def _words(held: object) -> list[str]:
    assert hasattr(held, "__iter__")
    return [name if number is True else f"{name} {number}" for name, number in held]
