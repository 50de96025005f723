"""What front ends share about campaigns: values as typed, who joins, and the way back into an aftermath."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.engine.campaign import GONE
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.state.changes import plain
from companion.engine.state.declarations import specs
from companion.engine.state.table import Unit
from companion.frontend.entity_form import typed_value
from companion.frontend.saying.rosters import unit_of
from companion.frontend.setup import Setup
from companion.frontend.typed import is_whole, meant, the_only, whole
from companion.store.battles import session_of
from companion.store.campaigns import Transaction, changing, read_campaign
from companion.store.careers import Life, known_units, life
from companion.store.closing import Effect
from companion.store.effects import reopen
from companion.store.folders import campaign_file
from companion.store.format.campaign import Campaign
from companion.store.joining import Joining
from companion.store.opening import open_session

AFTERMATH: Final = "aftermath_"
"""How the names of the options begin that a campaign asks for and a single game does not."""


def roster_named(campaign: Campaign, typed: str) -> str:
    """The id of the roster that is meant: by its id, its name or its player. Raises InvalidInput."""
    names = {of: (of, held.name, campaign.players[held.player].name) for of, held in campaign.rosters.items()}
    listed = ", ".join(f"{player} ({of})" for of, (_, _, player) in names.items())
    return the_only(meant(names, typed), typed, str, f"there is no roster {typed!r}", listed)


def battle_named(campaign: Campaign, typed: str) -> str:
    """The id of the battle that is meant: by its id, number, title or session. Raises InvalidInput.

    A number is that of a battle and no part of another name: it is taken back or closed by it.
    """
    if is_whole(typed):
        found = [of for of in campaign.battles if of == f"b{whole(typed)}"]
    else:
        names = {of: (of, battle.title, battle.session) for of, battle in campaign.battles.items()}
        found = meant(names, typed)
    listed = ", ".join(f"{of} {battle.title}" for of, battle in campaign.battles.items())
    return the_only(found, typed, str, f"there is no battle {typed!r}", listed)


def unit_named(campaign: Campaign, typed: str) -> tuple[str, str]:
    """The roster and id of the unit that is meant by its id or its name; those that are gone, too.

    A roster's id may be before it (`reds.ann`). Raises InvalidInput.
    """
    before, _, behind = typed.partition(".")
    roster = next((of for of in campaign.rosters if of.casefold() == before.strip().casefold()), "")
    names = {
        (of, unit): (unit, str(fields.get("name", unit)))
        for of, held in campaign.rosters.items()
        for unit, fields in known_units(campaign, of, held).items()
        if not (roster and behind) or of == roster
    }
    listed = "units: " + ", ".join(map(".".join, names))
    found = meant(names, behind if roster and behind else typed)
    return the_only(found, typed, ".".join, f"there is no unit {typed!r}", listed)


def typed_field(campaign: Campaign, roster: str, of: str, field: str, typed: str) -> Any:
    """A typed word as a unit or a roster of the campaign keeps it in this field; None for an empty one.

    Bounds and choices are those of the declaration; a bound that is another field of the unit is read from the roster.
    Raises InvalidInput with what is allowed.
    """
    if not typed:
        return None
    ruleset = find(campaign.header.ruleset)
    kind = ruleset.side_type if of == roster else ruleset.unit_type
    known = specs(kind)
    held = campaign.rosters[roster]
    values = held.fields if of == roster else held.units.get(of, {})
    fields: dict[str, Any] = {"id": of} if of == roster else {"id": of, "side": roster}
    fields |= {n: v for n, v in values.items() if n in known and isinstance(v, (int, str)) and n != field}
    entity = kind(**fields)
    value = typed_value(entity, field, typed)
    return plain(entity.checked(field, value)) if field in known else value


def life_beside(session: Path, side: str, of: str) -> Life | None:
    """The life of a unit in the campaign beside this session; None if the campaign does not know it.

    Raises CannotOpen if the campaign cannot be read.
    """
    campaign = read_campaign(campaign_file(session.parent))
    if side not in campaign.rosters:
        return None
    try:
        return life(campaign, side, of)
    except InvalidInput:
        return None


def example_joining(setup: Setup, player: str, place: int) -> Joining:
    """One who joins with the units of the game's own example: those of its first side, its second, and so on."""
    sides = setup.players
    return Joining(player, player, setup.example_units(sides[place % len(sides)]))


def is_unmade(file: Path, campaign: Campaign, of: str) -> bool:
    """Whether a battle was planned and its session never written: a crash between the two files."""
    battle = campaign.battles[of]
    touched = any(row.battle == of for row in campaign.ledger)
    return bool(battle.session) and not battle.voided and not touched and session_of(file, battle) is None


@frozen
class Reopened:
    """A battle that was taken back: the campaign, what it did there, and the title of the question that stands again.

    `session` is None where its file is missing.
    """

    made: Transaction
    effect: Effect
    asked: str
    session: Path | None


def reopened(file: Path, of: str, rosters: Sequence[str] = (), mending: bool = False) -> Reopened:
    """Takes a closed battle back, and the last answer of its aftermath with it: both or nothing.

    `mending` sets values that cannot be, as a purse below 0, to the nearest that can.

    Raises InvalidInput if others were built on it or its session cannot be played here, CannotOpen if a file cannot be
    read, NotSaved and OSError if one cannot be written.
    """
    session = session_of(file, read_campaign(file).battles[of])
    if session is None:
        with changing(file) as made:
            effect = reopen(made, of, rosters, mending)
        return Reopened(made, effect, "", None)
    opened = open_session(session)
    asked = ""
    try:
        if opened.read_only:
            raise InvalidInput(f"its session cannot be played here: {opened.session.read_only}")
        with changing(file) as made:
            effect = reopen(made, of, rosters, mending)
            asked = _ask_again(opened.session)
    except OSError:
        # The session was changed, and the campaign cannot be.
        if asked:
            opened.session.redo()
        raise
    finally:
        opened.close()
    return Reopened(made, effect, asked, session)


def _ask_again(session: Session) -> str:
    """Takes the last answer of an aftermath back, so that its question stands again; returns its title.

    Empty if the session did not end with an aftermath.
    """
    aftermath, last = session.ruleset.aftermath, session.entries[-1:]
    if aftermath is None or session.run is not None or not last or last[0].procedure != aftermath.name:
        return ""
    session.undo()
    request = session.request
    return request.title if request is not None else "its aftermath"


BECAME = {"died": "It died", "retired": "It retired"}
"""What may have become of a unit that does not go on, by the word that its roster keeps."""


def roster_unit(campaign: Campaign, roster: str, of: str, changed: Mapping[str, Any] | None = None) -> Unit:
    """The unit as its roster has it, with these values changed; what its game does not know is left out.

    Raises InvalidInput if a value cannot be so.
    """
    values = {**campaign.rosters[roster].units[of], **(changed or {}), "side": roster}
    return unit_of(campaign.header.ruleset, of, values)


def unit_changes(before: Mapping[str, object], unit: Unit) -> dict[str, Any]:
    """The values that are others now than in `before`, a dump of the unit; None for one that is as at first."""
    after = unit.dump()
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return {name: plain(after[name]) if name in after else None for name in names}


def became_words(changes: Mapping[str, Any]) -> str:
    """What was changed, by name: `died`, `skill, weapons`; empty if nothing was."""
    gone = str(changes.get(GONE) or "")
    return ", ".join([gone] * bool(gone) + [name.replace("_", " ") for name in changes if name != GONE])
