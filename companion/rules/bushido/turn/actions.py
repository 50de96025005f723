"""The actions of an activation: those that fight, then moving, shooting, waiting, focus, scenario and Ki feats."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching, in_contact
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import count, does, possessive, question
from companion.rules.bushido.catalog import ACTIONS, STATES
from companion.rules.bushido.engagement import contacts_after, stuck
from companion.rules.bushido.fear import may_move
from companion.rules.bushido.ki.feats import boost, given, play_feat
from companion.rules.bushido.melee.exchange import exchange
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.powers import powers
from companion.rules.bushido.states import wear_off
from companion.rules.bushido.turn.approach import Activation, approach
from companion.rules.bushido.turn.legality import feats_of
from companion.rules.bushido.units import BushidoUnit, Game


async def melee_action(game: Game, it: Activation) -> None:
    """Melee: to one enemy, or round the one it touches; then an exchange with each enemy it attacks."""
    model = it.model
    started = enemies_touching(game.table, model)
    target = await attack(game, it, f"whom {question(model.name, 'does')} attack?", "melee")
    if target is None and not it.over:
        kept = [u for u in started if u.alive and in_contact(game.table, u.id, model.id)]
        target = await one_of(game, model, kept, "it stays: whom does it fight?")
    if target is None:
        return
    others = await more_targets(game, it, target)
    if not it.over:
        await fight(game, it, [target, *others])


async def attack(game: Game, it: Activation, title: str, how: str, times: int = 1) -> BushidoUnit | None:
    """Whom it attacks, and the enemy it then touches: that one, its Bodyguard, or none."""
    options = targets(game, it.model)
    if all(o.why_not for o in options):
        return None
    first = await game.choose("target", by=it.model.side, title=title, options=options).with_odds_ahead()
    return await approach(game, it, game.table.unit(first), how, times)


def targets(game: Game, model: BushidoUnit) -> list[Option[str]]:
    """Every living enemy; those it cannot move to are closed."""
    near = enemies_touching(game.table, model)
    why = "it may not move" if stuck(model) else None
    foes = sorted(game.table.foes(model), key=lambda u: u not in near)
    return [Option(u.id, u.name + (", in contact" if u in near else ""), None if u in near else why) for u in foes]


async def one_of(game: Game, model: BushidoUnit, near: list[BushidoUnit], title: str) -> BushidoUnit | None:
    """One of the enemies it touches, chosen by its player."""
    if not near:
        return None
    return game.table.unit(
        await game.choose(
            "opponent", by=model.side, title=title, options=[Option(u.id, u.name) for u in near]
        ).with_odds_ahead()
    )


async def more_targets(game: Game, it: Activation, first: BushidoUnit) -> list[BushidoUnit]:
    """Split Attack: further enemies to fight in this activation, each reached in turn."""
    model = it.model
    if not powers(model).has("split_attack"):
        return []
    options = [o for o in targets(game, model) if o.value != first.id]
    if not options:
        return []
    picked = await game.pick(
        "split_attack",
        by=model.side,
        options=options,
        title=f"Split Attack: whom else {question(model.name, 'does')} fight? One die less in each exchange",
    ).with_odds_ahead()
    found: list[BushidoUnit] = []
    for other in picked:
        if it.over or not model.alive:
            break
        got = await approach(game, it, game.table.unit(other), "Split Attack, keeping its contacts", stays=True)
        if got is not None and got not in (first, *found):
            found.append(got)
    return found


async def fight(game: Game, it: Activation, against: list[BushidoUnit]) -> None:
    """One exchange with each, one after the other; assists and pools are counted anew each time."""
    extra = len(against) - 1
    for target in against:
        if not (it.model.alive and target.alive and in_contact(game.table, it.model.id, target.id)):
            game.note(f"{it.model.name} and {target.name} do not fight: they no longer touch", target=target.id)
            continue
        ex = Exchange(
            Fighter(it.model, it.model.arms[0]),
            Fighter(target, target.arms[0]),
            it.action,
            it.model.side,
            it.began,
            extra=extra,
            unseen=target.id in it.unseen,
        )
        outcome = await exchange(game, ex)
        it.exchanges.append(outcome)
        it.paid += ex.first.paid


async def charge(game: Game, it: Activation) -> None:
    """Charge: straight to an enemy within twice its Move, then an exchange with +2 on its first damage roll."""
    model = it.model
    target = await attack(game, it, f"whom {question(model.name, 'does')} charge?", "charge, straight", times=2)
    if target is not None:
        await fight(game, it, [target])


async def disengage(game: Game, it: Activation) -> None:
    """Disengage: an exchange in defence; it may walk away if it won as Defender or is free of the enemy."""
    model = it.model
    target = await one_of(
        game,
        model,
        enemies_touching(game.table, model),
        f"from whom {question(model.name, 'does')} disengage?",
    )
    if target is None:
        return
    await fight(game, it, [target])
    won = any(c["defender"] == model.id and c["winner"] == model.id for x in it.exchanges for c in x["comparisons"])
    if not model.alive or not (won or not in_contact(game.table, model.id, target.id)):
        game.note(f"{does(model.name, 'does')} not get away", model=model.id, disengaged=False)
        return
    game.note(f"{does(model.name, 'disengages')}", model=model.id, disengaged=True)
    if target.id in (model.states.get("held") or ()):
        game.remove_condition(model, "held", "it disengaged", target.id)
    if model.has("held") or given(model, "no_move") or not await may_move(game, model):
        return
    far = (model.move or 0) + await boost(game, model, "move")
    game.note(f"{model.name} may walk up to {far}″, past its enemies", model=model.id)
    await contacts_after(game, model, None, "disengaged")


async def stand_up(game: Game, it: Activation) -> None:
    """Stand Up: no longer Prone; an exchange at -1 with an enemy it touches."""
    model = it.model
    game.remove_condition(model, "prone", "stands up")
    if game.options["confirm_steps"]:
        await game.do("stand", by=model.side, title=f"stand {model.name} up")
    near = enemies_touching(game.table, model)
    target = await one_of(game, model, near, f"whom {question(model.name, 'does')} fight, standing up?")
    if target is not None:
        await fight(game, it, [target])


WAIT = {"one": "one", "two": "up to two", "all": "all"}


async def walk(game: Game, it: Activation) -> None:
    """Walk and Run: anywhere but into contact with an enemy. A Run costs a die until the End Phase."""
    model = it.model
    if not await may_move(game, model):
        return
    extra = await boost(game, model, "move")
    far = (model.move or 0) + extra
    if it.action == "run":
        game.change(model, "ran_this_turn", True, "a Run")
    game.instruct(f"{does(model.name, 'moves')} up to {far * 2 if it.action == 'run' else far}″, touching no enemy")
    await contacts_after(game, model, None, "moved")


async def ranged(game: Game, it: Activation) -> None:
    """A shot: the players resolve it by the cards."""
    model = it.model
    extra = await boost(game, model, "ranged")
    dice = (model.ranged_pool or 0) + extra
    await game.do(
        "ranged",
        by=model.side,
        title=f"resolve {possessive(model.name)} shot with {count(dice, 'die')} and mark its wounds",
    )
    if await game.yes_no("reloading", by=model.side, title=f"does the weapon of {model.name} need Reloading now?"):
        game.add_condition(model, "reloading", "it shot")


async def wait(game: Game, it: Activation) -> None:
    """Wait: the markers of one state go, as many as that state says."""
    model = it.model
    open_ = {state.id: state for state in STATES.values() if state.wait and model.has(state.id)}
    if not open_:
        return
    chosen = await game.choose(
        "wait",
        by=model.side,
        title=f"{does(model.name, 'waits')}: which markers go?",
        options=[*(Option(s.id, f"{WAIT[s.wait]} {s.label}") for s in open_.values()), Option("pass", "none")],
    )
    if chosen != "pass":
        wear_off(game, model, chosen, open_[chosen].wait, "Wait")


async def focus(game: Game, it: Activation) -> None:
    """Focus: gains Ki."""
    model = it.model
    gained = game.shift(model, "ki_tokens", model.ki_stat, "Focus")
    full = f": {model.ki_max} is the most it may hold" if gained < model.ki_stat else ""
    game.conclude(f"{does(model.name, 'gains')} {gained} Ki by Focus{full}")


async def scenario(game: Game, it: Activation) -> None:
    """A scenario action: the players resolve it."""
    await game.do(
        "scenario", by=it.model.side, title=phrase("resolve the scenario ", step_said("action"), f" of {it.model.name}")
    )


async def feat_action(game: Game, it: Activation) -> None:
    """A Simple or Complex Ki feat."""
    model = it.model
    open_ = feats_of(game.table, model, ACTIONS[it.action])
    chosen = await game.choose(
        "feat",
        by=model.side,
        title=f"which Ki feat {question(model.name, 'does')} use?",
        options=[offer.option(game, offer.of_user) for offer in open_],
    )
    await play_feat(game, next(o for o in open_ if o.of_user == chosen), model.side, "feat.card")
