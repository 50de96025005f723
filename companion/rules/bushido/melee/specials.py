"""What a special attack or defence does when it triggers in step 10: moves, states, removals."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.state.contacts import in_contact
from companion.engine.wording import does, possessive, question
from companion.rules.bushido.engagement import contacts_after
from companion.rules.bushido.ki.feats import grant
from companion.rules.bushido.melee.consequences import Consequences, consequences
from companion.rules.bushido.melee.damage import counterstrike
from companion.rules.bushido.melee.fighters import Exchange, Fighter, Pass
from companion.rules.bushido.melee.wounds import mark_wounds
from companion.rules.bushido.powers import size_of
from companion.rules.bushido.records import Effect
from companion.rules.bushido.states import inflict, remove, separate
from companion.rules.bushido.units import SIZES, Game
from companion.rules.bushido.vocabulary import SpecialEffect, SpecialEntry


async def trigger(game: Game, ex: Exchange, it: Pass, entry: SpecialEntry) -> None:
    """Everything that the winner's special does apart from its damage rolls."""
    game.note(
        f"{possessive(it.winner.name)} {entry.name} triggers" + (f": {entry.text}" if entry.text else ""),
        special=entry.name,
        model=it.winner.id,
    )
    does = consequences(it.attacker, it.defender, it.attacker.attack, it.attacker_wins, entry, it.success)
    for wounds in does.hurts:
        if it.loser.model.alive:
            await mark_wounds(game, it.loser, wounds, f"{entry.name} by feat", it.prone, by=it.winner.model)
    if entry.moves:
        await move(game, ex, it, entry, does)
    if does.ignored:
        game.note(does.ignored, model=it.loser.id)
    for what in does.effects:
        await apply(game, ex, it, entry, what, does)
    it.grappled = does.grapples


async def move(game: Game, ex: Exchange, it: Pass, entry: SpecialEntry, does: Consequences) -> None:
    """Special movement: who goes where is the players' to do; the app asks what touches afterwards."""
    movers = does.movers
    if not movers:
        first = it.role(entry.moves[0])
        game.note(f"{first.name} cannot be moved", model=first.id, special=entry.name, moved=False)
        return
    follows = f", {entry.follows}" if entry.follows and len(movers) > 1 else ""
    stays = f"; {it.role(entry.moves[-1]).name} cannot be moved" if len(movers) < len(entry.moves) else ""
    touch = await game.yes_no(
        "10",
        by=it.winner.side,
        default=does.touching,
        title=f"{entry.name}: {movers[0].name} {entry.how}{follows}{stays}. Do the two still touch?",
    )
    for mover in movers:
        game.remove_condition(mover.model, "immobilised", f"moved by {entry.name}")
        await contacts_after(game, mover.model, ex.other(mover).model, f"moved by {entry.name}")
    if not touch:
        separate(game, ex.first.model, ex.second.model, entry.name)
    if entry.hits and not touch:
        await collision(game, it, movers[0])


async def collision(game: Game, it: Pass, thrown: Fighter) -> None:
    """A thrown or slammed model may hit another or a wall: sizes decide who falls."""
    others = [u for u in game.table.units.values() if u.alive and u not in (it.attacker.model, it.defender.model)]
    hit = await game.choose(
        "10.hit",
        by=it.winner.side,
        title=f"{question(thrown.name, 'does')} hit anything on the way?",
        options=[
            Option("pass", "nothing"),
            Option("terrain", "impassable terrain: it stops there"),
            *(Option(u.id, f"{u.name} ({size_of(u)})") for u in others),
        ],
    )
    if hit == "terrain":
        game.note(f"{does(thrown.name, 'stops')} at impassable terrain", model=thrown.id)
    if hit in ("pass", "terrain"):
        return
    struck = game.table.unit(hit)
    weight, mass = SIZES.index(size_of(struck)), SIZES.index(size_of(thrown.model))
    if weight > mass:
        game.note(f"{does(thrown.name, 'stops')} at {struck.name}, which stands", model=struck.id)
    else:
        go_on = "stops" if weight == mass else "goes on through"
        game.note(f"{thrown.name} {go_on}; {does(struck.name, 'is')} thrown down", model=struck.id)
        inflict(game, struck, "prone", f"hit by {thrown.name}")
    if not in_contact(game.table, thrown.id, struck.id) and await game.yes_no(
        "10.touch",
        by="table",
        default=weight >= mass,
        title=f"do {thrown.name} and {struck.name} touch now?",
    ):
        game.connect(thrown.id, struck.id, f"{does(thrown.name, 'was')} thrown into contact")


async def apply(
    game: Game, ex: Exchange, it: Pass, entry: SpecialEntry, what: SpecialEffect, does: Consequences
) -> None:
    """One effect of the special on one of the two."""
    on = it.role(what.on)
    if what.op == "state":
        value = ex.other(on).id if what.what == "held" else 1
        if inflict(game, on.model, what.what, entry.name, value, on.weapon) and what.what == "prone":
            it.prone.append(on.id)
    elif what.op == "no_move":
        grant(game, on.model, entry.name, "activation", [Effect("no_move")])
    elif what.op == "move_after":
        ex.after.append((on, what.value))
    elif what.op == "counterstrike":
        await counterstrike(game, ex, it, does.roll, what.value)
    elif what.op == "remove":
        remove(game, on.model, entry.name, by=it.winner.model)
    elif what.op == "ask":
        game.note(what.text.format(name=on.name), model=on.id)
