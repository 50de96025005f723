"""Challenge tests: Fear, and the Size test of an Immobilised model."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.dice import D6, Dice
from companion.engine.state.changes import Line, added_up
from companion.engine.wording import count, does, possessive, question
from companion.rules.bushido.ki.feats import asked_boosts, limits
from companion.rules.bushido.melee.results import base_result, cap_of, marks_of, reading, thrown_line
from companion.rules.bushido.odds.tests import boost_odds, challenge_odds
from companion.rules.bushido.powers import powers, size_of
from companion.rules.bushido.states import inflict
from companion.rules.bushido.units import SIZES, BushidoUnit, Game


async def challenge(
    game: Game, model: BushidoUnit, name: str, what: str, title: str, dice: int, target: int, flat: list[Line]
) -> bool:
    """One challenge test, called `what`: 1s drop, the highest die and up to two supporting ones, `target` is needed."""
    chances = partial(challenge_odds, model, _called(name), dice, target, added_up(flat))
    (rolled,) = await game.roll(
        name, by=model.side, title=title, dice=[Dice(name, D6, dice, reads=reading(), reach=target)]
    ).with_odds(chances)
    faces = [int(f) for f in rolled]
    score = base_result(faces)
    lines = [thrown_line(faces, score, "challenge test"), *(flat if score else [])]
    result = game.tally(f"{name}[{model.id}]", lines, name=f"{possessive(model.name)} test")
    passed = result >= target
    game.result(
        f"{model.name} {'passes' if passed else 'fails'} the {what}: {int(result)}, {target} needed",
        marks=[marks_of(faces)],
        counts=[{"result": int(result)}],
        model=model.id,
        result=int(result),
        target=target,
        passed=passed,
    )
    return bool(passed)


def _called(name: str) -> str:
    return f"{name.capitalize()} test"


def _dice(game: Game, model: BushidoUnit, name: str, lines: Sequence[Line]) -> int:
    """How many dice a challenge test has, one at least, with their reasons."""
    test = _called(name)
    whose = f"Dice of {model.name} for the {test}"
    return int(game.tally(f"{name}_dice[{model.id}]", lines, name=whose, lo=1, low_rule=test, unit="dice"))


def _needed(game: Game, model: BushidoUnit, name: str, why: str, number: int) -> int:
    """The result that a challenge test has to reach, with its reason."""
    lines = [Line(why, number, _called(name))]
    return int(game.tally(f"{name}_needs[{model.id}]", lines, name=does(model.name, "needs"), unit="or more"))


def excused(tester: BushidoUnit, source: BushidoUnit, failed: int = 0) -> str:
    """Why no Fear test is needed, or an empty string. `failed`: the number of a test that is repeated."""
    feared = failed or powers(source).total("fear")
    own = powers(tester)
    if not feared:
        return "no Fear"
    if own.has("passes_fear"):
        return "it knows no fear"
    if own.total("fear") >= feared and not powers(source).has("dread"):
        return "its own Fear is as great"
    return ""


async def fear_test(game: Game, tester: BushidoUnit, source: BushidoUnit, failed: int = 0) -> bool:
    """Whether the tester stands up to the source's Fear, with boosts, helpers and repeats.

    `failed`: the number of a test that is repeated, whatever Fear the source has by now.
    """
    if excused(tester, source, failed):
        return True
    own, theirs = powers(tester), powers(source)
    target = _needed(game, tester, "fear", f"Fear of {source.name}", failed or theirs.total("fear"))
    reasons = [Line("Ki statistic", tester.ki_stat, "profile")]
    if theirs.has("dread"):
        reasons.append(Line(f"Dread of {source.name}", -theirs.total("dread"), "Fear test"))
    boosts = await _boosts(game, tester, added_up(reasons), target)
    if boosts:
        reasons.append(Line("Ki Boost", boosts, "Fear test"))
    flat = await _flat(game, tester)
    dice = _dice(game, tester, "fear", reasons)
    what = f"Fear test against {source.name}"
    title = f"fear test: {does(tester.name, 'needs')} {target} or more against {source.name}"
    test = partial(challenge, game, tester, "fear", what, title, dice, target, flat)
    passed = await test()
    brave = own.has("bravery")
    if not passed and brave:
        game.note(f"{does(tester.name, 'has')} Bravery: again", model=tester.id)
        passed = await test()
    elif passed and not brave and (own.has("cowardly") or theirs.has("terror")):
        game.note(f"{tester.name} must test again", model=tester.id)
        passed = await test()
    return passed


async def _boosts(game: Game, tester: BushidoUnit, bare: int, target: int) -> int:
    """How many Ki boosts the tester of a Fear test buys; it has `bare` dice without."""
    price = tester.ki_boost_cost
    if price is None:
        return 0
    most, why = limits(tester, price, cap_of(tester.ki_stat) - tester.ki_stat)
    if most <= 0:
        return 0
    boosts = await asked_boosts(
        game, tester, "fear.boost", "Ki", price, (most, why), f"{count(max(1, bare), 'die')}, {target} needed"
    ).with_odds(partial(boost_odds, tester, bare, most, target))
    game.shift(tester, "ki_tokens", -boosts * price, "Ki boosts")
    return boosts


async def _flat(game: Game, tester: BushidoUnit) -> list[Line]:
    """What is added to the result of a Fear test: Courage, and the Leadership of friends in whose reach it is."""
    own = powers(tester)
    flat = [Line("Courage", own.total("courage"), "Fear test")] if own.has("courage") else []
    for friend in game.table.of_side(tester.side):
        lead = powers(friend).total("leadership")
        if lead and (
            friend is tester
            or await game.yes_no(
                "fear.leader",
                by=tester.side,
                title=f"{question(tester.name, 'is')} in reach of the Leadership of {friend.name}?",
            )
        ):
            flat.append(Line(f"Leadership of {friend.name}", lead, "Fear test"))
    return flat


def frighten(game: Game, model: BushidoUnit, source: BushidoUnit) -> None:
    """A failed Fear test frightens; what failed is kept for the End Phase."""
    if inflict(game, model, "frightened", f"failed a Fear test against {source.name}"):
        game.change(model, "fear_value", powers(source).total("fear"), "what it failed against")
        game.change(model, "fear_source", source.id, "what it failed against")


async def may_move(game: Game, model: BushidoUnit) -> bool:
    """Whether a model may move: an Immobilised one passes a Size test first, and is free of its markers then."""
    for power in powers(model).all("tests_to_move"):
        dice = _dice(game, model, "size", [Line("Size", SIZES.index(size_of(model)), "Size test")])
        target = _needed(game, model, "size", power.source, power.x)
        title = f"size test: {does(model.name, 'needs')} {target} or more to move"
        if not await challenge(game, model, "size", "Size test", title, dice, target, []):
            return False
        game.remove_condition(model, power.of, "passed the Size test")
    return True
