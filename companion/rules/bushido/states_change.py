"""How models come by states, lose them, and leave play (§4, §10)."""

from __future__ import annotations

from typing import Any

from companion.engine.state.contacts import in_contact
from companion.rules.bushido.context import Play
from companion.rules.bushido.powers import immune
from companion.rules.bushido.states import LABELS
from companion.rules.bushido.units import Model


def inflict(game: Play, model: Model, state: str, why: str, value: Any = 1) -> bool:
    """Gives a state unless the model is immune to it; says which. Prone and holds are never doubled."""
    if not model.alive:
        return False
    if immune(model, state):
        game.note(f"{model.name} cannot be {LABELS[state]}", model=model.id, state=state)
        return False
    held = model.states.get(state)
    if (state == "prone" and held) or (state == "held" and value in (held or ())):
        return True
    game.add_condition(model, state, why, value)
    return True


def release(game: Play, holder: Model, keep: Model | None, why: str) -> None:
    """A holder lets go of everyone but `keep`."""
    for model in game.table.units.values():
        if model is not keep and holder.id in (model.states.get("held") or ()):
            game.remove_condition(model, "held", why, holder.id)


def release_apart(game: Play, model: Model) -> None:
    """Holds end where the holder is no longer in contact (§4)."""
    for holder in model.states.get("held") or ():
        if not in_contact(game.table, holder, model.id):
            game.remove_condition(model, "held", "out of contact with its holder", holder)


def part(game: Play, a: Model, b: Model, why: str) -> None:
    """Two models no longer touch, and neither holds the other any more (§4)."""
    game.disconnect(a.id, b.id, why)
    release_apart(game, a)
    release_apart(game, b)


def remove(game: Play, model: Model, why: str) -> None:
    """Takes a model out of play: contacts end and whom it held is free (§10)."""
    if not model.in_play:
        return
    game.change(model, "in_play", False, why)
    if model.last_stand:
        game.change(model, "last_stand", False, why)
    game.disconnect_all(model.id, f"{model.name} is out of play")
    release(game, model, None, f"{model.name} is out of play")
    game.note(f"{model.name} is out of play: {why}", model=model.id)


def lose_counters(game: Play, model: Model, count: int, why: str) -> int:
    """Takes counters off, never below none; a Controlled model works off one marker for each (§4)."""
    lost = -game.shift(model, "activation_counters", -count, why) if model.alive else 0
    for _ in range(lost):
        control_fades(game, model, "a counter was lost")
    return lost


def control_fades(game: Play, model: Model, why: str) -> None:
    """One Controlled marker less; after the last it goes back to its own player, who is the other one."""
    if model.has("controlled"):
        game.remove_condition(model, "controlled", why, 1)
        if not model.has("controlled"):
            game.change(model, "side", game.table.other_side(model.side), "nobody controls it any more")
