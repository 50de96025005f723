"""Tables that players can read, made from the same data and functions that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.ruleset import Sheet
from companion.rules.better_wargame.modifiers import MODIFIERS
from companion.rules.better_wargame.numbers import melee_save, melee_to_hit, to_wound
from companion.rules.better_wargame.options import OPTIONS
from companion.rules.better_wargame.units import Troop


def _need(total: int) -> str:
    return "1+" if total <= 1 else "7+" if total >= 7 else f"{total}+"


def _to_hit() -> Sheet:
    defaults = {o.name: o.default for o in OPTIONS}
    rows = tuple(
        (
            f"skill {mine}",
            *(
                _need(
                    sum(
                        line.value
                        for line in melee_to_hit(
                            defaults, Troop(id="a", melee_skill=mine), Troop(id="b", melee_skill=theirs)
                        )
                    )
                )
                for theirs in range(5)
            ),
        )
        for mine in range(5)
    )
    return Sheet(
        "to_hit",
        "To hit in melee",
        ("attacker", *(f"target skill {n}" for n in range(5))),
        rows,
        "4 less the lead in melee skill.",
    )


def _to_wound() -> Sheet:
    defaults = {o.name: o.default for o in OPTIONS}
    rows = tuple(
        (
            f"toughness {t} left",
            *(
                _need(sum(line.value for line in to_wound(defaults, Troop(id="b", toughness=t, armor=a), 0, 0)))
                for a in range(5)
            ),
        )
        for t in range(5)
    )
    return Sheet(
        "to_wound",
        "To wound",
        ("", *(f"armor {n} left" for n in range(5))),
        rows,
        "Toughness is cancelled by massive, armor by AP; what is left raises the number.",
    )


def _saves() -> Sheet:
    defaults = {o.name: o.default for o in OPTIONS}
    rows = tuple(
        (
            f"melee defense {d}",
            *(
                _need(
                    sum(
                        line.value
                        for line in melee_save(defaults, Troop(id="a", melee_offense=o), Troop(id="b", melee_defense=d))
                    )
                )
                for o in range(5)
            ),
        )
        for d in range(5)
    )
    return Sheet("saves", "Saves in melee", ("", *(f"enemy offense {n}" for n in range(5))), rows)


def _firing() -> Sheet:
    rows = tuple(
        (
            m.label,
            {"to_hit": "to hit", "save": "cover save"}[m.stage],
            m.of,
            "its level" if m.field else f"{m.value:+d}",
            ", ".join(m.phases),
            m.text,
        )
        for m in MODIFIERS
    )
    return Sheet(
        "firing",
        "Shooting and Firefight",
        ("what", "changes", "looks at", "by", "phases", "rule"),
        rows,
        "More is worse for the side that rolls. Of what is alike only the largest counts. "
        "Cover saves start at 3+ in Shooting and at 5+ in the Firefight. Nothing of this counts in melee.",
    )


def _dice() -> Sheet:
    return Sheet(
        "dice",
        "Dice",
        ("number", "how it works"),
        (
            ("2+ to 6+", "the number or more succeeds"),
            ("1+ or better", "a 1 is rolled again; only a second 1 fails"),
            ("7+ or worse", "a 6 is rolled again; only a second 6 succeeds"),
            ("leadership", "d6, the leadership or more passes; no modifiers"),
        ),
        "Roll a whole batch, then its extra dice in order. No die is rolled a third time.",
    )


def _states() -> Sheet:
    rows = tuple((c.label, c.text, c.ends) for c in Troop.conditions)
    more = (
        ("Engaged", "touches an enemy unit; fights in its melee", "contact lost, or fall back"),
        ("Below half", "Break Test after any phase in which it lost a model", "never"),
    )
    return Sheet("states", "States", ("state", "effect", "ends with"), rows + more)


def _end() -> Sheet:
    return Sheet(
        "end",
        "End of the Melee phase",
        ("step", "what", "who"),
        (
            ("P12", "Suppression: Wounds in the phase at least as many as models at its start", "every unit"),
            ("P13", "Break Tests, failing leaves play", "below half and lost a model; rank low to high"),
            ("P14", "Suppressed tests: fail falls back, pass chooses", "suppressed and in a fight this player turn"),
            ("P15", "Fall back one normal move", "all of them before anyone piles in"),
            ("P16", "Pile in", "units still in contact"),
            ("P17", "Follow up one normal move, no closer to any enemy", "free units that fought in melee"),
        ),
        "The current player's units come first within a step.",
    )


def _rulings() -> Sheet:
    rows = tuple(
        (o.name, str(o.default).lower() if isinstance(o.default, bool) else str(o.default), o.label, o.why)
        for o in OPTIONS
    )
    return Sheet("options", "Profile values and rulings", ("option", "default", "what", "why"), rows)


def sheets(options: Mapping[str, Any]) -> Sequence[Sheet]:
    """All tables of the game."""
    return (_to_hit(), _to_wound(), _saves(), _firing(), _dice(), _states(), _end(), _rulings())
