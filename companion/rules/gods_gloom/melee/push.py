"""MEL.60 and MEL.70: push and follow up, consolidation."""

from __future__ import annotations

from typing import Final

from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import does, question
from companion.rules.gods_gloom.engagement import all_round
from companion.rules.gods_gloom.tokens import can_pay_morale, lose_morale
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.turn.movement import new_contacts, turned
from companion.rules.gods_gloom.units import Game, GloomUnit

RETREAT_ARC: Final = 3
"""Hexes of a Retreat Arc, the rear half (section 11); all of them are usually empty."""


async def push(game: Game, winner: GloomUnit, loser: GloomUnit, score: str) -> str:
    """The winner may push the loser. Returns `immovable`, `declined`, `stood`, `impossible` or `pushed`.

    `score` are the words for how the melee was won.
    """
    if "immovable" in traits_of(loser).marks:
        game.note(f"{loser.name} cannot be pushed", push="immovable")
        return "immovable"
    answer = await game.choose(
        "MEL.60.push",
        by=winner.side,
        title=f"{does(winner.name, 'wins')} ({score}): push {loser.name} back?",
        options=[Option("push", "Push"), Option("decline", "Decline")],
    )
    if answer == "decline":
        game.note(f"{does(winner.name, 'does')} not push", push="declined")
        return "declined"
    if loser.morale and can_pay_morale(loser):
        answer = await game.choose(
            "MEL.60.stand",
            by=loser.side,
            title=f"{loser.name}: stand for 1 morale token of {loser.morale}?",
            options=[
                Option("stand", "Stand", cost=(game.cost(loser, "morale", 1),)),
                Option("give_ground", "Give ground"),
            ],
        )
        if answer == "stand":
            lose_morale(game, loser, 1, "stood its ground")
            return "stood"
    price = f"{does(loser.name, 'loses')} 1 more morale" if loser.morale else f"{does(loser.name, 'takes')} 1 wound"
    price = price if can_pay_morale(loser) else "nobody moves"
    empty = await game.number(
        "retreat_hexes",
        by="table",
        lo=0,
        hi=RETREAT_ARC,
        default=RETREAT_ARC,
        title=f"how many empty hexes are in {loser.whose} Retreat Arc? With no free hex: {price}",
        why_hi="a Retreat Arc is up to three hexes, a table ruling",
    )
    if empty == 0:
        game.note(f"{does(loser.name, 'has')} nowhere to go: an impossible push", push="impossible")
        lose_morale(game, loser, 1, "an impossible push", always=True)
        return "impossible"
    await _give_ground(game, winner, loser)
    return "pushed"


async def _give_ground(game: Game, winner: GloomUnit, loser: GloomUnit) -> None:
    """Both move: the loser 1 hex back, facing the hex it left; the winner must follow into that hex."""
    chosen = "picks_retreat" in traits_of(winner).marks
    where = f"1 hex back to the hex that {does(winner.name, 'chooses')}" if chosen else "1 hex back"
    moves = f"{loser.name} {where}, facing the hex left behind, and {winner.name} into that hex with the same facing"
    if all_round(winner):
        game.note(f"Move {moves}", unit=loser.id)
        in_front = True
    else:
        title = f"move {moves}. {question(loser.name, 'Is')} in {winner.whose} front now?"
        in_front = await game.yes_no("loser_in_winner_zone", by="table", title=title, default=True)
    for unit in (loser, winner):
        game.disconnect_all(unit.id, "moved in a push")
    if winner.destroyed or loser.destroyed:
        return
    game.connect(winner.id, loser.id, "followed up", {"a_engaged": True, "b_engaged": in_front})
    await new_contacts(game, (winner, loser), "which other enemies are next to either of them now?")


def follow_words(winner: GloomUnit, loser: GloomUnit) -> str:
    """`Ogre follows up into Howlers' hex`"""
    return f"{does(winner.name, 'follows')} up into {loser.whose} hex"


async def consolidate(game: Game, winner: GloomUnit, loser: GloomUnit) -> str:
    """The winner may move into the hex of the enemy it destroyed. Returns `follow_up` or `hold`."""
    answer = await game.choose(
        "MEL.70",
        by=winner.side,
        title=f"{winner.name}: move into {loser.whose} hex?",
        options=[Option("follow_up", "Follow up", does="any facing"), Option("hold", "Hold", does="stay, any facing")],
    )
    if answer == "follow_up":
        game.note(follow_words(winner, loser), beside="answer", consolidation="follow_up")
        game.disconnect_all(winner.id, "moved in consolidation")
        await new_contacts(game, (winner,), f"which enemies are next to {winner.name} now?")
    else:
        game.note(f"{does(winner.name, 'holds its')} hex", consolidation="hold")
        await turned(game, winner, enemies_touching(game.table, winner), sure=False)
    return str(answer)
