"""How models gain states, lose them, lose counters, and leave play."""

from __future__ import annotations

from companion.engine.state.contacts import in_contact
from companion.engine.state.phrases import Phrase, falls, phrase
from companion.engine.wording import does
from companion.rules.bushido.catalog import LABELS, STATES
from companion.rules.bushido.powers import immune
from companion.rules.bushido.records import Weapon
from companion.rules.bushido.units import BushidoUnit, Game

COUNTS = {"one": 1, "two": 2, "all": None}
"""How many markers the words of data/states.toml take away."""


def inflict(
    game: Game,
    model: BushidoUnit,
    state: str,
    why: str,
    value: int | str | tuple[int, ...] = 1,
    weapon: Weapon | None = None,
) -> bool:
    """Adds a state unless the model is immune to it, or by the weapon that it fights with; returns whether it is in
    that state now.

    Prone and holds are never doubled.
    """
    if not model.alive:
        return False
    if immune(model, state, weapon):
        game.note(f"{model.name} cannot be {LABELS[state]}", model=model.id, state=state)
        return False
    held = model.states.get(state)
    if (state == "prone" and held) or (state == "held" and value in (held or ())):
        return True
    game.add_condition(model, state, why, value)
    return True


def wear_off(game: Game, model: BushidoUnit, state: str, count: str, why: str) -> None:
    """Removes "one", "two" or "all" markers of a state; of a list the highest. Nothing if the model has none."""
    held = model.states.get(state)
    many = COUNTS[count]
    if many is None or not isinstance(held, (tuple, list)):
        game.remove_condition(model, state, why, many)
        return
    for value in sorted(held, reverse=True)[:many]:
        game.remove_condition(model, state, why, value)


def release(game: Game, holder: BushidoUnit, keep: BushidoUnit | None, why: str) -> None:
    """A holder lets go of everyone but `keep`."""
    for model in game.table.units.values():
        if model is not keep and holder.id in (model.states.get("held") or ()):
            game.remove_condition(model, "held", why, holder.id)


def release_apart(game: Game, model: BushidoUnit) -> None:
    """Holds end if the holder is no longer in contact."""
    for holder in model.states.get("held") or ():
        if not in_contact(game.table, holder, model.id):
            game.remove_condition(model, "held", "out of contact with its holder", holder)


def separate(game: Game, a: BushidoUnit, b: BushidoUnit, why: str) -> None:
    """Two models no longer touch, and neither holds the other any more."""
    game.disconnect(a.id, b.id, why)
    release_apart(game, a)
    release_apart(game, b)


def is_out(model: BushidoUnit) -> Phrase:
    """`Chiyo is out of play`"""
    return falls(f"{does(model.name, 'is')} out of play", model)


def remove(game: Game, model: BushidoUnit, why: str, *, told: bool = False, by: BushidoUnit | None = None) -> None:
    """Takes a model out of play: its contacts end and whom it held is free.

    `told`: a result has said so. `by`: who did it.
    """
    if not model.in_play:
        return
    game.change(model, "in_play", False, why, by)
    game.change(model, "last_stand", False, why)
    game.disconnect_all(model.id, f"{does(model.name, 'is')} out of play")
    release(game, model, None, f"{does(model.name, 'is')} out of play")
    for holder in model.states.get("held") or ():
        game.remove_condition(model, "held", f"{does(model.name, 'is')} out of play", holder)
    game.note(phrase(is_out(model), f": {why}"), beside="result" if told else "", model=model.id)


def lose_counters(game: Game, model: BushidoUnit, count: int, why: str) -> int:
    """Takes counters off, never below none; a Controlled model works off one marker for each. Returns how many."""
    lost = -game.shift(model, "activation_counters", -count, why) if model.alive else 0
    for _ in range(lost):
        control_fades(game, model, "a counter was lost")
    return lost


def control_fades(game: Game, model: BushidoUnit, why: str) -> None:
    """One Controlled marker less; after the last it goes back to its own player, who is the other one."""
    if model.has("controlled"):
        game.remove_condition(model, "controlled", why, 1)
        if not model.has("controlled"):
            game.change(model, "side", game.table.other_side(model.side), "nobody controls it any more")


def after_action(game: Game, model: BushidoUnit) -> None:
    """States that an action works off lose a marker."""
    for state in STATES.values():
        if state.action and model.has(state.id):
            wear_off(game, model, state.id, state.action, "an action was taken")
