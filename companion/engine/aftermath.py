"""The aftermath of games without campaign rules of their own: what the players record after a battle of a campaign.

It changes nothing on the table but that the side is done. What follows from it is worked out by the carry-over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from companion.engine.campaign import RULED
from companion.engine.carry_over import CarryOver
from companion.engine.dice import D6, Dice
from companion.engine.frozen import frozen
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.procedure import Context, Procedure, procedure
from companion.engine.requests import Column, GridRow, Option
from companion.engine.ruleset import Action, RuleOption
from companion.engine.state.declarations import internal
from companion.engine.state.health import fresh, harm_words, vital
from companion.engine.state.table import AnyTable, Side, Unit
from companion.engine.wording import does, possessive, verb

HEAL: Final = RuleOption(
    "aftermath_heal",
    "Wounds after a battle",
    "full",
    ("full", "half", "keep"),
    "full: all heal; half: half of them, rounded up; keep: they stay, and who fell comes back with one wound left",
)
LOSSES: Final = RuleOption(
    "aftermath_losses",
    "Units out of action after a battle",
    "return",
    ("return", "roll", "gone"),
    "return: all come back; roll: a die decides, 1 or 2 is lost; gone: they leave the roster",
)
MODELS: Final = RuleOption(
    "aftermath_models",
    "Models lost in a battle",
    "refill",
    ("refill", "keep"),
    "refill: units are whole again; keep: the dead stay dead, and a unit that lost all comes back with one",
)
MARKS: Final = RuleOption(
    "aftermath_marks",
    "Marks of experience",
    "off",
    ("off", "on"),
    "on: one for taking part, one for winning, one a kill up to two; titles at 3, 8 and 15, without effect",
)
OPTIONS: Final = (HEAL, LOSSES, MARKS)
OPTIONS_WITH_MODELS: Final = (HEAL, LOSSES, MODELS, MARKS)

TITLES: Final = ((15, "hero"), (8, "veteran"), (3, "tried"))
"""The title of a unit from so many marks on."""


LOST_UP_TO: Final = 2
"""The faces that lose a unit that was out of action."""
LOST, BACK = "is lost for good", "comes back"


def title_of(marks: int) -> str:
    """The title that `marks` give; empty below the first."""
    return next((title for least, title in TITLES if marks >= least), "")


@dataclass(eq=False, repr=False, kw_only=True)
class CampaignUnit(Unit):
    """A unit with what only campaigns write."""

    marks: int = internal(0, "marks", lo=0)


@dataclass(eq=False, repr=False, kw_only=True)
class CampaignSide(Side):
    """A side with what only campaigns write. In a battle of one it owes its aftermath until it was played."""

    victory_points: int = internal(0, "victory points of the campaign", lo=0)
    owes_aftermath: bool = internal(False, "aftermath to play")


KILLS: Final = Column("kills", "More kills", hi=20, why_hi="no unit fells more in one battle")
NOTES: Final = Column("notes", "Notes", "text")
POINTS: Final = Column("victory_points", "Victory points", hi=999, why_hi="no battle gives more")


@frozen
class PlainAftermath:
    """The aftermath of one game: what is asked of its units and sides, and how it carries over."""

    carry_over: CarryOver
    columns: tuple[Column, ...] = (KILLS, NOTES)
    totals: tuple[Column, ...] = (POINTS,)

    def procedure(self) -> Procedure[..., object]:
        """The procedure of this game, with the id of a side as `side`, which owes it.

        Its outcome: `result` (`won`, `drawn`, `unrecorded`; empty if another side said so), `winner`, the totals
        by name, `units` (what was recorded by unit and column), `fallen`, `lost` (how, by unit), `dice` (by unit).
        """
        columns, totals, returning = self.columns, self.totals, self.carry_over.returning

        @procedure("Aftermath")
        async def aftermath(game: Context[Any], side: str) -> dict[str, object]:
            own = game.table.sides[side]
            outcome: dict[str, Any] = await record_result(game)
            for column in totals:
                title = f"{column.label.lower()} of {own.name} in this battle"
                gained = outcome[column.name] = await game.number(
                    column.name, by=side, title=title, lo=column.lo, hi=column.hi, why_hi=column.why_hi
                )
                if gained:
                    game.conclude(f"{own.name}: {gained} {column.label.lower()}")
            units = [unit for unit in game.table.units.values() if unit.side == side]
            outcome["units"] = await _recorded(game, side, units, columns)
            outcome |= await _fates(game, side, [unit for unit in units if not unit.alive])
            harm = {
                unit.id: harm_words(_returned(unit, returning(unit, game.options)), unit)
                for unit in units
                if unit.id not in outcome["lost"]
            }
            for unit in units:
                _tell(game, unit, harm.get(unit.id), rolled=unit.id in outcome["dice"])
            if not any(harm.values()) and not outcome["fallen"]:
                game.conclude(f"everybody of {own.name} comes back whole")
            game.change(own, "owes_aftermath", False, "aftermath done")
            return outcome

        return aftermath


def aftermath_actions(table: AnyTable, played: Procedure[..., object]) -> Sequence[Action]:
    """The aftermath as an action, once a battle of a campaign is over, until every side has played it."""
    sides = tuple(Option(side.id, side.name) for side in table.sides.values() if _owes(side))
    if table.over is None or not sides:
        return ()
    return (Action("aftermath", "Aftermath", played, None, "side", sides, kind="bookkeeping"),)


def _owes(side: Side) -> bool:
    return "owes_aftermath" in side.specs() and bool(side.get("owes_aftermath"))


async def record_result(game: Context[Any]) -> dict[str, object]:
    """Who won, as the rules say or as the players do. Asked once a battle.

    Where the players say otherwise the table says so from then on: the reason of the rules is none for it.
    """
    table = game.table
    if not all(side.owes_aftermath for side in table.sides.values()):
        return {"result": "", "winner": ""}
    options = [
        *(Option(side.id, f"{side.name} won") for side in table.sides.values()),
        Option("drawn", "a draw"),
        Option("unrecorded", "no result: it counts in no standings"),
    ]
    ended = table.over.winner or "drawn"
    options.sort(key=lambda option: option.value != ended)
    answer = await game.choose("result", by="table", title=f"how did it end? ({table.over.why})", options=options)
    winner = answer if answer in table.sides else None
    ruled = answer not in ("unrecorded", ended)
    if ruled:
        game.change(table, "over_winner", winner, RULED)
        game.change(table, "over_why", RULED, RULED)
    said = next(option.label for option in options if option.value == answer)
    game.conclude(f"{said}: {RULED}" if ruled else said)
    return {"result": "won" if winner else answer, "winner": winner or ""}


async def _recorded(
    game: Context[Any], side: str, units: Sequence[Unit], columns: Sequence[Column]
) -> dict[str, dict[str, object]]:
    """What the players record of their units; what they leave blank stays as it is."""
    rows = [
        GridRow(unit.id, unit.name, {c.name: getattr(unit, c.name) for c in columns if c.name in unit.specs()})
        for unit in units
    ]
    title = "what did your units do that the app has not seen?"
    typed = await game.grid("units", by=side, title=title, columns=columns, rows=rows)
    labels = {column.name: column.label.lower() for column in columns}
    for row in rows:
        cells = {n: v for n, v in typed.rows.get(row.row, {}).items() if v and v != row.values.get(n)}
        said = [f"{v} {labels[n]}" if isinstance(v, int) else f"{labels[n]}: {v}" for n, v in cells.items()]
        if said:
            game.conclude(f"{row.label}: {', '.join(said)}")
    return {of: dict(cells) for of, cells in typed.rows.items()}


async def _fates(game: Context[Any], side: str, fallen: Sequence[Unit]) -> dict[str, object]:
    """Who of those out of action is lost for good, by the option `aftermath_losses`. Table ruling."""
    lost: dict[str, str] = {}
    dice: dict[str, list[int]] = {}
    for unit in fallen:
        if game.options["aftermath_losses"] == "gone":
            lost[unit.id] = "out of action"
            game.conclude(does(unit.name, LOST))
        elif game.options["aftermath_losses"] == "roll":
            face = await _fate(game, side, unit)
            dice[unit.id] = [face]
            if face <= LOST_UP_TO:
                lost[unit.id] = "died"
    return {"fallen": [unit.id for unit in fallen], "lost": lost, "dice": dice}


async def _fate(game: Context[Any], side: str, unit: Unit) -> int:
    they = f"{verb(unit.name, 'it')} {verb(unit.name, 'is')}"
    title = f"{does(unit.name, 'was')} out of action: roll a die, on 1 or 2 {they} lost"
    ((rolled,),) = await game.roll("fate", by=side, title=title, dice=[Dice("fate", D6, 1)]).with_odds(
        partial(_fate_odds, unit)
    )
    face = int(rolled)
    lost = face <= LOST_UP_TO
    text = f"{does(unit.name, LOST if lost else BACK)}: {face}"
    game.result(text, unit=unit.id, lost="died" if lost else "")
    game.conclude(text)
    return face


def _fate_odds(unit: Unit) -> Odds:
    lost = Fraction(LOST_UP_TO, len(D6.faces))
    told = (("died", LOST, lost), ("back", BACK, 1 - lost))
    rows = tuple(Chance(None, measure, p, unit.id) for measure, _, p in told)
    headings = tuple(Heading(measure, unit.id, f"{{}} {verb(unit.name, does)}", unit.name) for measure, does, _ in told)
    return Odds(f"{possessive(unit.name)} die", "this die", rows, headings)


def _tell(game: Context[Any], unit: Unit, harm: Sequence[str] | None, *, rolled: bool) -> None:
    """Says of a unit that it comes back out of action, unless its die did, and what it still has of its wounds.

    `harm` is None for one that does not come back.
    """
    comes = f"{does(unit.name, 'comes')} back"
    if harm:
        text = f"{comes}: {', '.join(harm)}"
        game.note(text, unit=unit.id)
        game.conclude(text)
    elif harm is not None and not unit.alive and not rolled:
        game.conclude(comes)


def _returned(unit: Unit, kept: Mapping[str, Any]) -> Unit:
    """The unit as it comes back: fresh, but for what it keeps of itself and of its models."""
    made = copy(unit)
    for spec in vital(unit):
        made.put(spec.name, fresh(unit, spec))
    for name, value in kept.items():
        if isinstance(value, Mapping):
            value = tuple(replace(model, **value.get(model.id, {})) for model in getattr(unit, name))
        made.put(name, value)
    return made
