"""What wounds do: what lessens them, marks on the track, Rise, Last Stand, death, and markers of weapons."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.engine.dice import D6, Dice
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.state.phrases import dice_said, joined, phrase, says
from companion.engine.wording import count, does
from companion.rules.bushido.catalog import LIST_STATES
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.melee.track import rises_with, track_of
from companion.rules.bushido.odds.tests import rise_odds
from companion.rules.bushido.states import inflict, is_out, remove
from companion.rules.bushido.units import BushidoUnit, Game

STEP = "step 12"
TOUGH: Final = "Tough"
SHARPENED: Final = "Tough after Sharp"


def tough_lines(wounds: int, tough: int, sharp: int, durable: bool) -> list[Line]:
    """Tough and Durable as reasons, in their order; a negative Tough adds only if wounds remain."""
    lines: list[Line] = []
    if tough > 0:
        less = min(wounds, max(0, tough - sharp))
        if less:
            lines.append(Line(SHARPENED if sharp else TOUGH, -less, STEP))
            wounds -= less
    elif tough < 0 and wounds > 0:
        lines.append(Line(TOUGH, -tough, STEP))
        wounds -= tough
    if durable and wounds > 1:
        lines.append(Line("Durable", 1 - wounds, STEP))
    return lines


def fate_words(target: Fighter, wounds: int) -> str:
    """The fate of a model for a result: `Chiyo is out of play`, `Chiyo is hurt, 2 boxes left`."""
    model, name = target.model, target.name
    fate = track_of(target).fate(wounds)
    if fate == "wounded" and not model.last_stand:
        marked = model.wounds_marked + wounds
        left = f"{count(model.wounds_max - marked, 'box', 'boxes')} left"
        return phrase(f"{does(name, 'is')} hurt, ", says(left, model, "wounds_marked", marked))
    return {
        "unhurt": f"{does(name, 'is')} unhurt",
        "loses_ki": f"{does(name, 'loses')} {wounds} Ki",
        "wounded": f"{name} still makes its Last Stand",
        "may_rise": f"{does(name, 'has')} a full wound track and may rise",
        "last_stand": phrase(
            f"{does(name, 'has')} a full wound track and ", says("makes a Last Stand", model, "last_stand", True)
        ),
        "removed": is_out(model),
    }[fate]


async def mark_wounds(
    game: Game,
    target: Fighter,
    wounds: int,
    why: str,
    prone: list[str],
    *,
    told: bool = False,
    by: BushidoUnit | None = None,
) -> int:
    """Marks wounds (a Kami loses Ki), and resolves Rise, Last Stand and death. Returns how many were suffered.

    A model that rises and is Prone is added to `prone`. `told`: a result has said what becomes of it. `by`: who
    inflicts them.
    """
    model, own = target.model, target.powers
    if wounds <= 0 or not model.alive:
        return 0
    if own.has("loses_ki"):
        lost = -game.shift(model, "ki_tokens", -wounds, why, by)
        if model.ki_tokens == 0:
            remove(game, model, "a Kami without Ki", by=by)
        return max(lost, 1)
    fate = track_of(target).fate(wounds)
    if fate == "wounded":
        return max(game.shift(model, "wounds_marked", wounds, why, by), 1)
    if fate == "may_rise" and await rise(game, target, prone):
        return int(wounds)
    if own.has("last_stand"):
        game.change(model, "last_stand", True, "a full wound track")
        game.note(
            says(f"{does(model.name, 'makes')} a Last Stand", model, "last_stand", True),
            beside="result" if told else "",
            model=model.id,
        )
    game.shift(model, "wounds_marked", wounds, why, by)
    if not model.last_stand:
        remove(game, model, why, told=told, by=by)
    return int(wounds)


async def rise(game: Game, target: Fighter, prone: list[str]) -> bool:
    """Rolls for Rise; if it succeeds the model heals whole and is Prone. Returns whether it does."""
    model, power = target.model, target.powers.all("rises")[0]
    ((rolled,),) = await game.roll(
        "12",
        by=model.side,
        dice=[Dice("rise", D6, 1, reach=power.x)],
        title=f"Rise: roll a die for {model.name}, {power.x} or more",
    ).with_odds(partial(rise_odds, model, power.x))
    face = int(rolled)
    rises = rises_with(face, power.x)
    stands = target.powers.has("last_stand")
    otherwise = (
        says(f"{does(model.name, 'makes')} a Last Stand", model, "last_stand", True) if stands else is_out(model)
    )
    game.result(
        joined(
            ": ",
            (
                f"{does(model.name, 'rises')}" if rises else otherwise,
                phrase(dice_said(str(face)), f", {power.x} needed"),
            ),
        ),
        marks=[["hit" if rises else ""]],
        model=model.id,
        rolled=face,
        rises=rises,
    )
    if rises:
        game.change(model, "wounds_marked", 0, "Rise")
        game.remove_condition(model, "bleeding", "healed")
        if inflict(game, model, "prone", "Rise", weapon=target.weapon):
            prone.append(model.id)
    return rises


def markers(game: Game, striker: Fighter, target: Fighter) -> None:
    """Poison, Bleed, Fire, Disease, Ki Block: on a wound or more; several sources of one marker count once."""
    done: list[str] = []
    for power in striker.powers.all("marks"):
        if power.what in done:
            continue
        done.append(power.what)
        value = (power.y,) * power.x if power.what in LIST_STATES else power.x
        if power.x > 0:
            inflict(game, target.model, power.what, power.source, value, target.weapon)


async def saved_by_friend(game: Game, target: Fighter) -> bool:
    """Protected and Sacrifice: a friend is removed instead of the damage roll, if its player wants that."""
    for power in target.powers.all("sacrifices_friend"):
        friends = [u for u in game.table.of_side(target.side) if u is not target.model and u.is_a(power.of)]
        if not friends:
            continue
        chosen = await game.choose(
            "12.friend",
            by=target.side,
            options=[Option("pass", "take the damage roll"), *(Option(u.id, f"remove {u.name}") for u in friends)],
            title=f"{power.source}: remove a friend within {power.x}″ instead of a damage roll on {target.name}?",
        ).with_odds_ahead()
        if chosen != "pass":
            remove(game, game.table.unit(chosen), f"{power.source} for {target.name}")
            return True
    return False
