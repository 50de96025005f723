"""What mattered in a battle, in five sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.engine.dice import Faces, face_words
from companion.engine.wording import count, does, listed
from companion.frontend.saying.sentences import titled
from companion.report.battle import Battle, Blow, LuckyRoll
from companion.report.highlights import hero, turning_point

MOST: Final = 5


def in_short(battle: Battle) -> Iterator[str]:
    """Five sentences; fewer only where too little happened, and none where nobody was hurt.

    First blood, the first fall, the turning point, the hero and the luckiest roll. What there is none of makes room
    for the last fall, what each side lost and who stands.
    """
    if not battle.blows:
        return
    before, after = [*_first(battle), *_turn(battle), *_most(battle), *_luckiest(battle)], list(_end(battle))
    yield from [*before, *after[: max(0, MOST - len(before))]]


def harm_words(battle: Battle, number: int) -> str:
    """`7 wounds`; where models are counted `2 models killed`."""
    return f"{count(number, 'model')} killed" if battle.measure.models else count(number, "wound")


def dealt_words(battle: Battle, number: int) -> str:
    """`7 wounds dealt`; where models are counted `2 models killed`."""
    return harm_words(battle, number) + ("" if battle.measure.models else " dealt")


def chance_words(made: LuckyRoll) -> str:
    """How rare the luckiest roll was: `one in 36`."""
    return f"one in {round(1 / made.p):,}"


def lucky_words(made: LuckyRoll, battle: Battle) -> str:
    """Whose roll the luckiest was: `Chiyo on Oda`, or the name of the side."""
    if made.pair is not None:
        return " on ".join(battle.names(made.pair))
    return next((side.name for side in battle.sides if side.of == made.by), titled(made.title))


def dice_words(faces: Faces) -> str:
    """`6, 5, 2`; of symbols how many show what: `4 hits, 2 surges`."""
    if any(isinstance(face, int) for face in faces):
        return ", ".join(map(face_words, faces))
    return ", ".join(count(many, face_words(face)) for face, many in Counter(faces).items())


def _first(battle: Battle) -> Iterator[str]:
    blood = next((blow for blow in battle.blows if blow.wounds and blow.by), None)
    fall = next((blow for blow in battle.blows if blow.felled), None)
    if blood is not None and blood is not fall:
        name = battle.unit(blood.by).name
        on = battle.unit(blood.of).name
        yield f"{does(name, 'draws')} first blood, on {on} in {battle.round_word} {blood.round}."
    if fall is not None:
        yield _fell(battle, fall, "falls first")


def _fell(battle: Battle, fall: Blow, how: str) -> str:
    """`Oda falls first, to Chiyo in turn 2.`"""
    by = f"to {battle.unit(fall.by).name} " if fall.by else ""
    return f"{does(battle.unit(fall.of).name, how)}, {by}in {battle.round_word} {fall.round}."


def _turn(battle: Battle) -> Iterator[str]:
    turn = turning_point(battle)
    if turn is not None:
        side = next(side for side in battle.sides if side.of == turn.side)
        fell = f", and {does(battle.names(turn.fallen), 'falls')}" if turn.fallen else ""
        had = f"{turn.had} {battle.measure.noun}"
        lost = f"{does(side.name, 'loses')} {turn.lost} of {had}"
        turns = "turns it" if turn.decides else "comes nearest to turning it"
        yield f"{titled(battle.round_word)} {turn.round} {turns}: {lost}{fell}."


def _most(battle: Battle) -> Iterator[str]:
    most = hero(battle)
    if most is not None:
        felled = f" and {listed(battle.names(most.felled))} felled" if most.felled else ""
        yield f"The hero: {battle.unit(most.of).name}, {dealt_words(battle, most.harm)}{felled}."


def _luckiest(battle: Battle) -> Iterator[str]:
    made = battle.luckiest
    if made is not None:
        who, what = lucky_words(made, battle), "" if made.pair is not None else f"{made.title} with "
        when = f"{battle.round_word} {made.round}"
        yield f"The luckiest roll: {who} in {when}, {what}{dice_words(made.faces)}, {chance_words(made)}."


def _end(battle: Battle) -> Iterator[str]:
    """Who fell last, what each side lost, who stands."""
    falls = [blow for blow in battle.blows if blow.felled]
    if len(falls) > 1:
        yield _fell(battle, falls[-1], "falls last")
    lost = {
        side.of: sum(blow.wounds for blow in battle.blows if battle.unit(blow.of).side == side.of)
        for side in battle.sides
    }
    yield f"{titled(battle.measure.noun)} lost: {listed(f'{side.name} {lost[side.of]}' for side in battle.sides)}."
    yield f"Standing: {listed(f'{side.name} {side.standing} of {len(side.units)}' for side in battle.sides)}."
