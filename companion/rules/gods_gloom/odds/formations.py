"""Odds of tactical formations (TFP): whether to declare one, and which.

What a formation does is played by the step of the procedure on a copy of the table, and the dice are those of the
fighters as they stand then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.context import Context
from companion.engine.goals import GOALS, WOUNDS
from companion.engine.odds import Odds
from companion.engine.state.table import table_copy
from companion.engine.wording import does
from companion.odds.chances import Chances
from companion.odds.remembered import remembered
from companion.odds.side_by_side import best_mix
from companion.odds.zero_sum import Solution, played, solve
from companion.rules.gods_gloom.catalog import FORMATIONS
from companion.rules.gods_gloom.melee.contest import Declaration, apply_at_once, contest, declarers, next_asked
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.odds.choices import GOAL, PLAIN, compared, whole_test, worth
from companion.rules.gods_gloom.odds.ending import Ending
from companion.rules.gods_gloom.records import ROLES, Applied, Role, other


class Formations:
    """What formations make of a melee as it stands now."""

    def __init__(self, score: Score) -> None:
        self.score = score

    def odds(self, role: Role) -> Odds:
        """A formation chosen while the other has declared none."""
        return compared(self.score, role, self._alone(role), "no Boost", *PLAIN)

    def secret_odds(self, role: Role, goal: str) -> Odds:
        """Formations chosen by both in secret: best play of both."""
        found, best = self._secret(role, goal)
        reply = f"{does(self.score.units[other(role)].name, 'chooses')} as best play does"
        return compared(
            self.score,
            role,
            found,
            reply,
            "no Boost",
            *PLAIN,
            beside=(reply,),
            what="formation",
            goal=GOAL if goal == WOUNDS else GOALS[goal],
            best=best_mix(found, best),
        )

    def declare_odds(self, said: Sequence[Declaration]) -> Odds | None:
        """Whether one is worth its seal, after these answers; what the other may still reply is foreseen."""
        seals = self.score.seals()
        turn = next_asked(seals, said)
        if turn is None:
            return None
        answers = {option: (*said, Declaration(turn, yes)) for option, yes in (("pass", False), ("declare", True))}
        after = [next_asked(seals, each) for each in answers.values()]
        foe = self.score.units[other(turn.role)].name
        if any(then is not None and then.role != turn.role for then in after):
            assumed = f"{does(foe, 'replies')} as best play does"
        elif declarers(said):
            assumed = "both choose as best play does"
        else:
            assumed = f"{does(foe, 'declares')} none"
        kept = () if after[0] is None or after[0].role != turn.role else ("the last chance is passed too",)
        found = {option: self._ends(self._best(each)) for option, each in answers.items()}
        more = (assumed, *kept, "the best formation is chosen", "no Boost", *PLAIN)
        return compared(self.score, turn.role, found, *more, beside=(assumed,))

    @remembered
    def _prospect(self, applied: Applied) -> Chances[Ending]:
        """How the melee ends once these formations apply."""
        table = table_copy(self.score.game.table)
        units = {role: table.unit(unit.id) for role, unit in self.score.units.items()}
        then = Score(Context(table), units, replace(self.score.setting, formations=applied))
        apply_at_once(then.game, units, applied)
        return whole_test(then)

    def _alone(self, role: Role) -> dict[str, Chances[Ending]]:
        """Each formation of one fighter while the other has declared none."""
        return {formation: self._prospect(((role, formation),)) for formation in FORMATIONS}

    def _secret(self, role: Role, goal: str = WOUNDS) -> tuple[dict[str, Chances[Ending]], Solution]:
        """Both choose, as a game of two: what each own formation comes to against best play, and best play."""
        table = []
        for mine in FORMATIONS:
            picks = [{of: mine if of == role else theirs for of in ROLES} for theirs in FORMATIONS]
            applied = [contest(each) if self.score.contested else tuple(each.items()) for each in picks]
            table.append([self._prospect(each) for each in applied])
        best = solve([[worth(self.score, cell, role, goal) for cell in row] for row in table])
        return {pick: played(best.columns, row) for pick, row in zip(FORMATIONS, table, strict=True)}, best

    def _best(self, said: Sequence[Declaration]) -> tuple[Role, ...]:
        """Who has declared in the end, if both answer from here as best play does.

        Who is asked again before the other has answered keeps to its pass.
        """
        turn = next_asked(self.score.seals(), said)
        if turn is None:
            return declarers(said)
        asked_again = bool(said) and said[-1].turn.role == turn.role
        answers = (False,) if asked_again else (False, True)
        each = [self._best((*said, Declaration(turn, yes))) for yes in answers]
        return max(each, key=lambda declared: worth(self.score, self._ends(declared), turn.role))

    @remembered
    def _ends(self, declared: tuple[Role, ...]) -> Chances[Ending]:
        """How the melee ends if these declare, and choose as best play does."""
        if not declared:
            return self._prospect(())
        role = declared[0]
        if len(declared) > 1:
            found, best = self._secret(role)
            return played(best.rows, found.values())
        return max(self._alone(role).values(), key=lambda found: worth(self.score, found, role))
