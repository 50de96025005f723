"""Both roll together; re-rolls, and dice taken away or added (step 7b)."""

from __future__ import annotations

from functools import partial

from companion.engine.dice import D6, Dice, Face
from companion.engine.requests import Option
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import does, listed, question
from companion.rules.bushido.ki.feats import given, to_come
from companion.rules.bushido.ki.windows import still_touching, window
from companion.rules.bushido.melee.again import Again, agains
from companion.rules.bushido.melee.display import comparisons, dice_groups
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import reading, set_lowest
from companion.rules.bushido.melee.scores import score, show_results
from companion.rules.bushido.odds.rolls import again_odds, both_odds, feat_odds, one_more_odds, reroll_odds
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS


async def roll_both(game: Game, ex: Exchange) -> None:
    """Step 7b whole: the roll, its re-rolls in their order, then discards and added dice."""
    game.at("7b")
    groups = [
        Dice(
            f"{f.name} {kind}",
            D6,
            f.allotted(kind),
            f.side,
            reads=reading(own.supports(kind), own.has("ones_count")),
            role=kind,
        )
        for f, own in [(f, f.powers) for f in ex.both]
        for kind in KINDS
    ]
    rolled = await game.roll(
        "7",
        by=(ex.first.side, ex.second.side),
        title=f"roll all dice of {ex.first.name} and {ex.second.name} together",
        dice=groups,
    ).with_odds(partial(both_odds, game, ex))
    for place, mine in enumerate(ex.both):
        for at, kind in enumerate(KINDS):
            mine.dice[kind] = [int(face) for face in rolled[2 * place + at]]
    score(ex, game.options)
    show_results(game, ex, settled=not to_come(game, "7b") and settled(ex))
    for mine in (ex.late, ex.lead):
        await window(game, ex, mine.side, "7b", "7b.feat", partial(feat_odds, game, ex, mine.side))
    await still_touching(game, ex)
    for mine in ex.both:
        fix_dice(game, mine)
    for place, again in enumerate(agains(ex)):
        await reroll(game, ex, again, place)
    for mine in (ex.late, ex.lead):
        discard(game, mine, ex.other(mine))
        await add_dice(game, ex, mine)


async def reroll(game: Game, ex: Exchange, again: Again, turn: int) -> None:
    """One trait's re-roll: its player picks up to X dice, each at most once, and rolls them anew. `turn` is how many
    re-rolls were there before."""
    by, of, power, step = again.by, again.of, again.power, again.step
    places = again.places()
    if not again.may_help():
        return
    options: list[Option[str]] = []
    for value, (kind, place) in places.items():
        face = of.dice[kind][place]
        options.append(Option(value, f"{kind} die {place + 1} of {of.name}, showing {face}", like=f"{kind} {face}"))
    picked = await game.pick(
        step,
        by=by.side,
        options=options,
        at_most=power.x,
        why=f"{power.source} ({power.x})",
        title=phrase(
            f"which {'of its own dice' if by is of else f'dice of {of.name}'} {question(by.name, 'does')} ",
            step_said("re-roll"),
            f", by {power.source} ({power.x})?",
        ),
    ).with_odds(partial(reroll_odds, game, ex, again, turn))
    if not picked:
        return
    going = listed(f"{kind} die {at + 1} (a {of.dice[kind][at]})" for kind, at in map(places.__getitem__, picked))
    faces = await game.roll(
        step,
        by=of.side,
        title=phrase(step_said("re-roll"), f" for {of.name}: {going}"),
        dice=[Dice(value, D6, 1) for value in picked],
    ).with_odds(partial(again_odds, game, ex, of, [places[value] for value in picked], turn))
    before: dict[str, list[Face | None]] = {
        kind: [None] * len(of.dice[kind]) for kind, _ in (places[value] for value in picked)
    }
    for value, (rolled,) in zip(picked, faces, strict=True):
        kind, place = places[value]
        was, now = of.dice[kind][place], int(rolled)
        before[kind][place], of.dice[kind][place] = was, now
        text = f"{power.source}: {kind} die {place + 1} of {of.name} is rolled again"
        game.note(text, beside="result", model=of.id, dice=kind, before=was, after=now, step=step)
    score(ex, game.options)
    ex.last_seen = shown = comparisons(ex)
    game.result(
        shown.words(settled=settled(ex, turn + 1)),
        title=f"{power.source} of {by.name}: re-roll",
        groups=dice_groups(ex, of, {kind: tuple(faces) for kind, faces in before.items()}),
    )


def settled(ex: Exchange, turn: int = 0) -> bool:
    """Whether nothing changes the dice that lie any more: no re-roll from this one on, and no die is set, taken away or
    added."""
    for mine in ex.both:
        if given(mine.model, "add_die") or given(mine.model, "fix_die"):
            return False
        if any(power.x > 0 and ex.other(mine).dice[power.what] for power in mine.powers.all("discard_enemy")):
            return False
    return not any(again.most and again.places() for again in list(agains(ex))[turn:])


def fix_dice(game: Game, mine: Fighter) -> None:
    """A feat that replaces a face does so now; that die is not re-rolled any more."""
    for effect in given(mine.model, "fix_die"):
        for kind in KINDS:
            dice = mine.dice[kind]
            if kind == effect.of and dice:
                game.note(f"The {kind} {min(dice)} of {mine.name} is set to {effect.x}", model=mine.id, dice=kind)
                mine.fixed.append((kind, set_lowest(dice, effect.x or 6)))


def discard(game: Game, mine: Fighter, enemy: Fighter) -> None:
    """Impenetrable Defence and Unblockable: the enemy's highest dice leave."""
    for power in mine.powers.all("discard_enemy"):
        dice = enemy.dice[power.what]
        gone = sorted(dice, reverse=True)[: max(0, power.x)]
        if gone:
            for face in gone:
                dice.remove(face)
            enemy.gone[power.what] += gone
            game.note(
                f"{power.source}: {does(enemy.name, 'discards')} {' '.join(map(str, gone))} from {power.what}",
                model=enemy.id,
                dice=power.what,
                discarded=gone,
            )


async def add_dice(game: Game, ex: Exchange, mine: Fighter) -> None:
    """Feats that add a die: of a fixed face, or rolled now."""
    added = given(mine.model, "add_die")
    for place, effect in enumerate(added):
        face = effect.x or 0
        if not face:
            ((rolled,),) = await game.roll(
                "7b",
                by=mine.side,
                title=phrase(step_said("roll"), f" one more {effect.of} die for {mine.name}"),
                dice=[Dice(effect.of, D6, 1)],
            ).with_odds(partial(one_more_odds, game, ex, mine, added[place:]))
            face = int(rolled)
            game.result(
                f"{does(mine.name, 'adds')} a {face} to {effect.of}",
                marks=[["kept"]],
                model=mine.id,
                dice=effect.of,
                face=face,
            )
        mine.dice[effect.of].append(face)
        game.note(f"{does(mine.name, 'adds')} a {face} to {effect.of}", model=mine.id, dice=effect.of, face=face)
