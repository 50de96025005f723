"""What a special attack or defence does when it triggers in step 10: moves, states, removals (§11.2, §11.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.engine.requests import Option
from companion.engine.state.contacts import touching
from companion.rules.bushido.catalog import SpecialEffect, SpecialEntry
from companion.rules.bushido.context import Exchange, Fighter, Play
from companion.rules.bushido.damage import counterstrike, mark_wounds
from companion.rules.bushido.feats import given, grant
from companion.rules.bushido.landing import Landed
from companion.rules.bushido.powers import Powers, powers, size_of
from companion.rules.bushido.records import Effect
from companion.rules.bushido.states_change import inflict, part, remove
from companion.rules.bushido.units import SIZES, Model


@dataclass
class Trigger:
    """A special that triggers: whose it is, and the two roles of the comparison."""

    entry: SpecialEntry
    winner: Fighter
    attacker: Fighter
    defender: Fighter
    success: int
    record: dict[str, Any]
    landed: Landed = field(default_factory=Landed)

    def role(self, word: str) -> Fighter:
        """The Attacker or the Defender of the comparison."""
        return self.attacker if word == "attacker" else self.defender


async def trigger(
    game: Play,
    ex: Exchange,
    entry: SpecialEntry,
    winner: Fighter,
    attacker: Fighter,
    defender: Fighter,
    success: int,
    record: dict[str, Any],
) -> Landed:
    """Everything a special does apart from its damage rolls. Says which models became Prone and whether it grapples."""
    it = Trigger(entry, winner, attacker, defender, success, record)
    game.note(
        f"{winner.name}'s {entry.name} triggers" + (f": {entry.text}" if entry.text else ""),
        special=entry.name,
        model=winner.id,
    )
    loser = ex.other(winner)
    for effect in given(winner.model, "wound_with"):
        if effect.name == entry.name and loser.model.alive:
            await mark_wounds(game, loser, effect.x or 1, f"{entry.name} by feat", it.landed)
    if entry.moves:
        await move(game, ex, it)
    for what in entry.effects:
        await apply(game, ex, it, what)
    it.landed.grappled = entry.blocks_reply
    return it.landed


def can_be_moved(model: Model, own: Powers) -> bool:
    """Immovable and Held models are never moved, nor those that a special keeps where they are."""
    return model.alive and not own.has("immovable") and not model.has("held") and not given(model, "no_move")


async def move(game: Play, ex: Exchange, it: Trigger) -> None:
    """Special movement: who goes where is the players' to do; the app asks what touches afterwards."""
    movers = [it.role(word) for word in it.entry.moves]
    if not can_be_moved(movers[0].model, movers[0].powers):
        game.note(f"{movers[0].name} cannot be moved", model=movers[0].id, special=it.entry.name)
        return
    movers = [m for m in movers if can_be_moved(m.model, m.powers)]
    still = it.entry.contact and len(movers) == len(it.entry.moves)
    touch = await game.yes_no(
        "10",
        by=it.winner.side,
        default=still,
        title=f"{it.entry.name}: {movers[0].name} {it.entry.how}. Do the two still touch?",
    )
    for mover in movers:
        game.remove_condition(mover.model, "immobilised", f"moved by {it.entry.name}")
        await contacts_after(game, mover.model, ex.other(mover).model, f"moved by {it.entry.name}")
    if not touch:
        part(game, ex.first.model, ex.second.model, it.entry.name)
    if it.entry.hits and not touch:
        await collision(game, it, movers[0])


async def contacts_after(game: Play, model: Model, but: Model | None, why: str) -> None:
    """A model moved: asks which of its other contacts still hold, and ends the rest."""
    others = [u for u in map(game.table.unit, touching(game.table, model.id)) if u.alive and u is not but]
    if not others:
        return
    kept = await game.pick(
        "contacts",
        by="table",
        title=f"{model.name} moved: whom does it still touch?",
        options=[Option(u.id, u.name) for u in others],
    )
    for other in others:
        if other.id not in kept:
            part(game, model, other, why)


async def collision(game: Play, it: Trigger, thrown: Fighter) -> None:
    """A thrown or slammed model may hit another or a wall: sizes say who falls (§11.2)."""
    others = [u for u in game.table.units.values() if u.alive and u not in (it.attacker.model, it.defender.model)]
    hit = await game.choose(
        "10.hit",
        by=it.winner.side,
        title=f"Does {thrown.name} hit anything on the way?",
        options=[
            Option("pass", "nothing"),
            Option("terrain", "impassable terrain: it stops there"),
            *(Option(u.id, f"{u.name} ({size_of(u)})") for u in others),
        ],
    )
    if hit in ("pass", "terrain"):
        return
    struck = game.table.unit(hit)
    weight, mass = SIZES.index(size_of(struck)), SIZES.index(size_of(thrown.model))
    if weight > mass:
        game.note(f"{thrown.name} stops at {struck.name}, which stands", model=struck.id)
        return
    go_on = "stops" if weight == mass else "goes on through"
    game.note(f"{thrown.name} {go_on}; {struck.name} is thrown down", model=struck.id)
    inflict(game, struck, "prone", f"hit by {thrown.name}")


async def apply(game: Play, ex: Exchange, it: Trigger, what: SpecialEffect) -> None:
    """One effect of the special on one of the two."""
    on = it.role(what.on)
    if what.op == "prone":
        if inflict(game, on.model, "prone", it.entry.name):
            it.landed.prone.append(on.id)
    elif what.op == "held":
        inflict(game, on.model, "held", it.entry.name, ex.other(on).id)
    elif what.op == "stunned":
        inflict(game, on.model, "stunned", it.entry.name)
    elif what.op == "no_move":
        grant(game, on.model, it.entry.name, "activation", [Effect("no_move")])
    elif what.op == "move_after":
        ex.after.append(on)
    elif what.op == "counterstrike":
        await counterstrike(game, ex, it.attacker, it.defender, it.success, it.record, it.landed)
    elif what.op == "remove_both":
        if any(s.name == it.entry.name for s in on.weapon.specials):
            game.note(f"{on.name} knows {it.entry.name} too: nothing happens", model=on.id)
            return
        for fighter in ex.both:
            remove(game, fighter.model, it.entry.name)
    elif what.op == "ivory_prison":
        await ivory_prison(game, it, on)


async def ivory_prison(game: Play, it: Trigger, on: Fighter) -> None:
    """The target leaves; a Prone Kairai of the attacker's takes its place."""
    own = powers(on.model)
    if own.has("never_assists") or own.has("no_prison"):
        game.note(f"{on.name} cannot be imprisoned", model=on.id)
        return
    remove(game, on.model, it.entry.name)
    await game.do("10.kairai", by=it.winner.side, title=f"Put a Prone Kairai of yours where {on.name} stood")
