"""MEL.20: the Tactical Formation Procedure (TFP)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Choose, Option
from companion.engine.state.phrases import joined, phrase
from companion.engine.wording import does
from companion.rules.gods_gloom.catalog import FORMATIONS
from companion.rules.gods_gloom.melee.contest import Declaration, Turn, apply_at_once, contest, declarers, next_asked
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.odds.formations import Formations
from companion.rules.gods_gloom.records import Applied, Role, amount_of, effect_words, other
from companion.rules.gods_gloom.tokens import morale_loss
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import Game, GloomUnit

TFP = (
    Step("TFP.10", "Declare formations"),
    Step("TFP.10.final", "Last chance to declare"),
    Step("TFP.20", "Choose, reveal, apply"),
)


_PASS: Final = Option("pass", "Pass")


@procedure("Tactical formations", TFP)
async def formations(game: Game, attacker: GloomUnit, defender: GloomUnit, score: Score) -> Applied:
    """Who declares, what they choose in secret, and what of it applies. Harass may destroy."""
    game.at("TFP.10")
    said: list[Declaration] = []
    while (turn := next_asked(score.seals(), said)) is not None:
        if turn.last:
            game.at("TFP.10.final")
        said.append(Declaration(turn, await _declare(game, turn, tuple(said), score)))
    if not said or not said[-1].turn.last:
        game.skip("TFP.10.final", "only for the one who passed, with a seal, when the other declared")
    declared = declarers(said)
    if not game.enters("TFP.20", declared, "nobody declared a formation"):
        return ()
    picks = await _picks(game, declared, score)
    applied = contest(picks) if score.contested else tuple(picks.items())
    _note_picks(game, score, picks, applied)
    apply_at_once(game, score.units, applied)
    return applied


async def _declare(game: Game, turn: Turn, said: Sequence[Declaration], score: Score) -> bool:
    unit = score.units[turn.role]
    side = game.table.side(unit.side)
    question = "declare a formation for 1 command seal?"
    if turn.last:
        question = "the other side declared. Last chance: declare too for 1 seal?"
    elif declarers(said):
        question = f"the other side declared. {question.capitalize()}"
    answer = await game.choose(
        "TFP.10.final" if turn.last else "TFP.10",
        by=unit.side,
        title=f"{unit.name}: {question}",
        options=[
            _PASS,
            Option("declare", "Declare", cost=(game.cost(side, "command_seals", 1),)),
        ],
    ).with_odds(lambda: Formations(score).declare_odds(said))
    if answer == "declare":
        game.shift(side, "command_seals", -1, f"a formation for {unit.name}")
    return bool(answer == "declare")


def _effect(score: Score, role: Role, formation: str) -> str:
    """What a formation does as both stand, in words: Attack Stance counts, and whether the other can lose morale."""
    unit, made = score.units[role], FORMATIONS[formation]
    red, blue = made.red, made.blue
    for rule in traits_of(unit).dice:
        if rule.when == formation and role in rule.roles:
            red += amount_of(rule.red, score.game.options)
            blue += amount_of(rule.blue, score.game.options)
    loss = morale_loss(score.game, score.units[other(role)], made.morale) if made.morale else ""
    return effect_words(unit.name, red, blue, loss)


def _options(score: Score, role: Role) -> tuple[Option[str], ...]:
    return tuple(Option(f.id, f.name, does=_effect(score, role, f.id)) for f in FORMATIONS.values())


async def _picks(game: Game, declared: Sequence[Role], score: Score) -> dict[Role, str]:
    units = {role: score.units[role] for role in declared}
    if len(units) == 1:
        ((role, unit),) = units.items()
        title, options = f"choose {unit.whose} formation", _options(score, role)
        pick = game.choose("TFP.20", by=unit.side, title=title, options=options)
        return {role: await pick.with_odds(lambda: Formations(score).odds(role))}
    slots = {
        unit.side: Choose(
            "TFP.20",
            by=unit.side,
            title=f"choose {unit.whose} formation",
            options=_options(score, role),
        )
        for role, unit in units.items()
    }
    for role, unit in units.items():
        _ = slots[unit.side].with_odds_by_goal(partial(Formations(score).secret_odds, role))
    revealed = await game.secret("TFP.20", title="choose your formations in secret", slots=slots)
    return {role: revealed[unit.side] for role, unit in units.items()}


def _note_picks(game: Game, score: Score, picks: Mapping[Role, str], applied: Applied) -> None:
    chosen = ", ".join(f"{score.units[r].name}: {FORMATIONS[f].name}" for r, f in picks.items())
    applies = [f"{does(FORMATIONS[f].name, 'applies')}: {_effect(score, r, f)}" for r, f in applied]
    # What a single one chose is said by what applies.
    beside = f" ({chosen})" if len(picks) > 1 else ""
    game.result(
        phrase(joined("; ", applies or ["No formation applies: the same on both sides"]), beside),
        title="Formations",
        chosen=dict(picks),
        applied=[{"who": r, "formation": f} for r, f in applied],
    )
