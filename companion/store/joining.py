"""Players who join a campaign with their units, at its start or later, and players who leave it."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.registry import find
from companion.engine.setup import copied, free_id, id_of, lettered, names_apart
from companion.engine.state.table import Unit
from companion.store.campaigns import Transaction, write_campaign
from companion.store.fielding import joining_fields
from companion.store.folders import campaign_file, half_made, put_in_place, slug
from companion.store.format.campaign import Campaign, CampaignRoster, CampaignTable, Player
from companion.store.format.document import FORMAT
from companion.store.ledger import taken_ids


@frozen
class Joining:
    """One who joins: the player's name, what the roster is called, its units, and what it owns (gold)."""

    player: str
    roster: str
    units: Sequence[Unit]
    fields: Mapping[str, Any] = field(default_factory=dict)


def create_campaign(
    saves: Path, name: str, ruleset: str, options: Mapping[str, Any], joining: Sequence[Joining] = ()
) -> Path:
    """Writes a campaign in a new folder, with the players who join it now, and returns its file.

    Raises InvalidInput for an option, player or unit that cannot be, OSError if it cannot be written.
    """
    rules = find(ruleset)
    checked = {option: rules.checked_option(option, value) for option, value in options.items()}
    header = CampaignTable(FORMAT, rules.id, rules.revision, secrets.token_hex(8), generation=0)
    campaign = Campaign(name, header, rules.title, dict(checked))
    join(Transaction(campaign_file(saves), campaign, []), joining)
    with half_made(saves) as half:
        write_campaign(Transaction(campaign_file(half), campaign, []))
        return campaign_file(put_in_place(half, saves, slug(name, "campaign")))


def join(made: Transaction, joining: Sequence[Joining]) -> list[str]:
    """Lets these join and returns the ids of their rosters. Their units are copied.

    Ids are unique in the whole campaign and never used again; units of one name are told apart by a letter. Raises
    InvalidInput for a player without name or units, or with the name of another.
    """
    campaign = made.campaign
    taken = taken_ids(campaign)
    rosters = [_join_player(campaign, one, taken) for one in joining]
    listed = [(place, unit) for place, one in enumerate(joining) for unit in one.units]
    names = _names(campaign, [unit.name for _, unit in listed])
    units: list[dict[str, dict[str, Any]]] = [{} for _ in joining]
    for (place, unit), own in zip(listed, names, strict=True):
        of = free_id(unit.id if own == unit.name and unit.id else id_of(own), taken)
        taken.add(of)
        own_unit = copied(unit, of, own, "")
        taken |= {model.id for model in own_unit.miniatures}
        units[place][of] = joining_fields(own_unit)
    for roster, one, listed_units in zip(rosters, joining, units, strict=True):
        made.add(roster, "joined", fields=dict(one.fields), units=listed_units)
    return rosters


def leave(made: Transaction, player: str) -> None:
    """A player takes part no more. What was fought stays."""
    campaign = made.campaign
    campaign.players[player] = dataclasses.replace(campaign.players[player], left=True)


def _join_player(campaign: Campaign, one: Joining, taken: set[str]) -> str:
    name = one.player.strip()
    if not name:
        raise InvalidInput("a player needs a name")
    if any(known.name.casefold() == name.casefold() for known in campaign.players.values()):
        raise InvalidInput(f"{name} plays in this campaign already")
    if not one.units:
        raise InvalidInput(f"{name} has no units")
    of = free_id(id_of(name), taken)
    taken.add(of)
    campaign.players[of] = Player(name)
    campaign.rosters[of] = CampaignRoster(of, one.roster or name)
    return of


def _names(campaign: Campaign, names: Sequence[str]) -> list[str]:
    """The names of units that join, apart from each other and from all that were there before them."""
    there = {str(unit.get("name", of)).casefold() for r in campaign.rosters.values() for of, unit in r.units.items()}
    made = []
    for name in names_apart(names):
        own = lettered(name, there) if name.casefold() in there else name
        there.add(own.casefold())
        made.append(own)
    return made
