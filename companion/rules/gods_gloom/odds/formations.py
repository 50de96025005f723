"""Odds of tactical formations (TFP): whether to declare one, and which.

What a formation does is played by the step of the procedure on a copy of the table, and the dice are those of the
fighters as they stand then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from companion.engine.context import Context
from companion.engine.goals import GOALS, WOUNDS
from companion.engine.odds import Odds
from companion.engine.state.copying import table_copy
from companion.engine.wording import does
from companion.odds.chances import Chances
from companion.odds.zero_sum import Solution, played, solve
from companion.rules.gods_gloom.catalog import FORMATIONS
from companion.rules.gods_gloom.melee.contest import Declaration, apply_at_once, contest, declarers, next_asked
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.odds.choices import (
    GOAL,
    NO_BOOST,
    PLAIN,
    TO_THE_END,
    capital,
    compared,
    headings,
    rows_of,
    whole_test,
    worth,
)
from companion.rules.gods_gloom.odds.ending import Ending
from companion.rules.gods_gloom.records import ROLES, Applied, Role, other


def _prospect(score: Score, applied: Applied) -> Chances[Ending]:
    """How the melee ends once these formations apply."""
    table = table_copy(score.game.table)
    units = {role: table.unit(unit.id) for role, unit in score.units.items()}
    then = Score(Context(table), units, replace(score.setting, formations=applied))
    apply_at_once(then.game, units, applied)
    return whole_test(then, NO_BOOST)


def _alone(score: Score, role: Role) -> dict[str, Chances[Ending]]:
    """Each formation of one fighter while the other has declared none."""
    return {formation: _prospect(score, ((role, formation),)) for formation in FORMATIONS}


def formation_odds(score: Score, role: Role) -> Odds:
    """A formation chosen while the other has declared none."""
    return compared(score, role, _alone(score, role), "no Boost", *PLAIN)


def _secret(
    score: Score, role: Role, contested: bool, goal: str = WOUNDS
) -> tuple[dict[str, Chances[Ending]], Solution]:
    """Formations of both as a game of two: what each own one comes to against best play, and best play.

    `contested`: one may undo the other.
    """
    table = []
    for mine in FORMATIONS:
        picks = [{of: mine if of == role else theirs for of in ROLES} for theirs in FORMATIONS]
        table.append([_prospect(score, contest(each) if contested else tuple(each.items())) for each in picks])
    best = solve([[worth(score, cell, role, goal) for cell in row] for row in table])
    return {pick: played(best.columns, row) for pick, row in zip(FORMATIONS, table, strict=True)}, best


def secret_formation_odds(score: Score, role: Role, contested: bool, goal: str) -> Odds:
    """Formations chosen by both in secret: best play of both. `contested`: one may undo the other."""
    found, best = _secret(score, role, contested, goal)
    picks, unit, foe = tuple(found), score.units[role], score.units[other(role)]
    reply = f"{does(foe.name, 'chooses')} as best play does"
    return Odds(
        f"{capital(unit.whose)} formation",
        GOAL if goal == WOUNDS else GOALS[goal],
        tuple(row for pick, made in found.items() for row in rows_of(score, made, role, pick)),
        headings(score, role),
        (reply, "no Boost", *PLAIN, TO_THE_END),
        beside=(reply,),
        mix=tuple((option, p) for option, p in zip(picks, best.rows, strict=True) if p),
        value=best.value,
        safest=picks[best.pure],
        guarantees=tuple(zip(picks, best.guarantees, strict=True)),
    )


def declare_odds(score: Score, said: Sequence[Declaration], contested: bool) -> Odds | None:
    """Whether a formation is worth its seal, after these answers; what the other may still reply is foreseen."""
    seals = score.seals()
    turn = next_asked(seals, said)
    if turn is None:
        return None
    foe = score.units[other(turn.role)]
    answers = {option: Declaration(turn, yes) for option, yes in (("pass", False), ("declare", True))}
    after = [next_asked(seals, (*said, answer)) for answer in answers.values()]
    replies = any(then is not None and then.role != turn.role for then in after)
    declared = _Declared(score, seals, contested)
    found = {option: declared.ends(declared.best((*said, answer))) for option, answer in answers.items()}
    if replies:
        assumed = f"{does(foe.name, 'replies')} as best play does"
    elif declarers(said):
        assumed = "both choose as best play does"
    else:
        assumed = f"{does(foe.name, 'declares')} none"
    kept = () if after[0] is None or after[0].role != turn.role else ("the last chance is passed too",)
    return compared(
        score, turn.role, found, assumed, *kept, "the best formation is chosen", "no Boost", *PLAIN, beside=(assumed,)
    )


class _Declared:
    """The declaring of formations as a game: who ends up having declared, and how the melee ends then."""

    def __init__(self, score: Score, seals: Mapping[Role, bool], contested: bool) -> None:
        self.score, self.seals, self.contested = score, seals, contested
        self.ends = cache(self._ends)

    def best(self, said: tuple[Declaration, ...]) -> tuple[Role, ...]:
        """Who has declared in the end, if both answer from here as best play does.

        Who is asked again before the other has answered keeps to its pass.
        """
        turn = next_asked(self.seals, said)
        if turn is None:
            return declarers(said)
        if said and said[-1].turn.role == turn.role:
            return self.best((*said, Declaration(turn, declares=False)))
        role = turn.role
        both = [self.best((*said, Declaration(turn, yes))) for yes in (False, True)]
        return max(both, key=lambda declared: worth(self.score, self.ends(declared), role))

    def _ends(self, declared: tuple[Role, ...]) -> Chances[Ending]:
        """How the melee ends if these declare, and choose as best play does."""
        if not declared:
            return _prospect(self.score, ())
        role = declared[0]
        if len(declared) > 1:
            found, best = _secret(self.score, role, self.contested)
            return played(best.rows, found.values())
        return max(_alone(self.score, role).values(), key=lambda found: worth(self.score, found, role))
