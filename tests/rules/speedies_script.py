"""Scripted play: one Melee phase, headless, from a setup, decisions and d20s in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.requests import Request
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.changes import Done, Tally
from companion.engine.state.paths import pair_key
from companion.rules.speedies import engagement
from companion.rules.speedies.skills import of
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Spell, Warband, Weapon
from tests.legal import legal
from tests.rules.scene import now, run_of

ANSWERS = {
    "choose_combat": "unit",
    "activate": "unit",
    "resolve_next": "target",
    "attack_order": "choice",
    "improvement_card": "result",
    "improve": "result",
    "promotes": "promotes",
}
"""Requests by name, and the key of a decision of that kind that answers them."""

UNASKED = {"attack_order": "keep", "improvement_card": "skill", "promotes": False}
"""What holds where a script has no decision of this kind."""


def play_script(ruleset: Ruleset, script: Mapping[str, Any]) -> dict[str, Any]:
    """Plays one Melee phase; returns its outcome.

    `script`: `setup` (`profile`: options by name; `current_player`, `units`, `contacts`), `decisions`, `dice`. Raises
    InvalidInput with a code where a decision is wrong, missing or left over, or dice are.
    """
    battle = build(ruleset, script["setup"])
    session = Session(battle)
    player = _Player(session, battle, script)
    happened = session.start("melee_phase")
    for _ in range(ruleset.most_requests):
        done = [e for e in happened if isinstance(e, Done)]
        if done:
            player.finish(done[0].outcome)
            return dict(done[0].outcome)
        request = now(session)
        happened = session.answer(player.answer(request))
    raise InvalidInput("the script does not come to an end")


def build(ruleset: Ruleset, setup: Mapping[str, Any]) -> SpeediesTable:
    """The table that a script's `setup` describes, in the Melee phase of its current player."""
    units = [_unit(entry) for entry in setup["units"]]
    allied = {str(e["player"]): str(e.get("side", "")) for e in setup["units"]}
    sides = [Warband(id=side, alliance="" if of_ == side else of_) for side, of_ in allied.items()]
    pairs = [pair_key(*pair) for pair in setup.get("contacts", ())]
    table = ruleset.table(
        units,
        sides,
        contacts={pair: {} for pair in pairs},
        phase="melee",
        round=2,
        active=setup["current_player"],
        options={"improvement_by": "card", **setup.get("profile", {})},
    )
    assert isinstance(table, SpeediesTable)
    return table


def _unit(entry: Mapping[str, Any]) -> SpeediesUnit:
    fields = {k: v for k, v in entry.items() if k not in ("player", "side")}
    if "weapons" in fields:
        fields["weapons"] = tuple(Weapon(**w) for w in fields["weapons"])
    if "spells" in fields:
        fields["spells"] = tuple(Spell(**s) for s in fields["spells"])
    fields["skills"] = tuple(fields.get("skills", ()))
    return SpeediesUnit(side=str(entry["player"]), **fields)


class _Player:
    """Answers requests from the lists of a script, each used in order."""

    def __init__(self, session: Session, battle: SpeediesTable, script: Mapping[str, Any]) -> None:
        self.session = session
        self.table = battle
        self.decisions = list(script.get("decisions", ()))
        self.dice = list(script.get("dice", ()))
        self.attacks: list[Mapping[str, Any]] = []
        self.declaring = ""
        self.base = 0

    def answer(self, request: Request[object]) -> Any:
        """What the script says to this request."""
        if request.kind == "roll":
            rolled = []
            for group in legal(request)["dice"]:
                rolled.append(self.dice[: group["count"]])
                del self.dice[: group["count"]]
            return rolled
        if request.name in ("declare", "declare_weapon"):
            return self._declared(request)
        found = self._next(request.name)
        if found is not None:
            return found[ANSWERS[request.name]]
        if request.name not in UNASKED:
            raise InvalidInput(f"the script has no decision for: {request.title}", hint=f'"kind": "{request.name}"')
        return UNASKED[request.name]

    def finish(self, outcome: Mapping[str, Any]) -> None:
        """What is left over must be what happened without a question; anything else is refused."""
        for found in self.decisions:
            if found["kind"] != "declare":
                raise InvalidInput(f"never asked: {found}")
            unit = self.table.unit(found["unit"])
            struck = [v for v in outcome["volleys"] if v["attacker"] == unit.id]
            if any(a["target"] not in [v["target"] for v in struck] for a in found["attacks"]):
                raise InvalidInput(f"{unit.name} could not strike that target", code="invalid_target")
            if len(found["attacks"]) != sum(v["attacks"] for v in struck):
                raise InvalidInput(
                    f"{unit.name} had {sum(v['attacks'] for v in struck)} attacks", code="wrong_attack_count"
                )
            names = [w.name for w in unit.weapons]
            if any("weapon" in a and a["weapon"] not in names for a in found["attacks"]):
                raise InvalidInput(f"{unit.name} has no such weapon", code="unknown_weapon")
        if self.dice:
            raise InvalidInput(f"{len(self.dice)} dice were never asked for", code="dice_count")

    def _declared(self, request: Request[object]) -> str:
        """The target or weapon of the attack that is declared now; the decision is checked whole at its first."""
        unit, given = self._acting(), run_of(self.session).answers
        place = sum(g.name == request.name for g in given[self.base :])
        if unit.id != self.declaring or place >= len(self.attacks):
            found = self._next("declare", unit.id)
            if found is None:
                other = self._next("declare")
                raise InvalidInput(
                    f"the script has no decision for: {request.title}",
                    hint=f'"kind": "declare", "unit": "{unit.id}"',
                    code="not_your_unit" if other else "",
                )
            near = engagement.targets(self.table, unit)
            self._check(unit, [u.id for u in near], found["attacks"])
            self.declaring, self.attacks, self.base, place = unit.id, list(found["attacks"]), len(given), 0
        return str(self.attacks[place]["target" if request.name == "declare" else "weapon"])

    def _acting(self) -> SpeediesUnit:
        """Whose attacks are being declared: the unit of the last count of attacks."""
        counts = [key for key in run_of(self.session).context.tallies if "/attacks[" in key]
        return self.table.unit(counts[-1].rpartition("/attacks[")[2].partition("]")[0])

    def _check(self, unit: SpeediesUnit, allowed: Sequence[str], attacks: Sequence[Mapping[str, Any]]) -> None:
        counts: list[Tally] = [
            t for k, t in run_of(self.session).context.tallies.items() if f"/attacks[{unit.id}]" in k
        ]
        if len(attacks) not in (int(counts[-1]), of(unit).attack_after_kill):
            raise InvalidInput(
                f"{unit.name} has {int(counts[-1])} attacks, not {len(attacks)}", code="wrong_attack_count"
            )
        names = [w.name for w in dict.fromkeys(unit.weapons)]
        for attack in attacks:
            if attack["target"] not in allowed:
                raise InvalidInput(f"{unit.name} may not strike {attack['target']}", code="invalid_target")
            if len(names) > 1 and "weapon" not in attack:
                raise InvalidInput(f"{unit.name} has two weapons: name one for each attack", code="weapon_not_named")
            if "weapon" in attack and attack["weapon"] not in names:
                raise InvalidInput(f"{unit.name} has no {attack['weapon']}", code="unknown_weapon")
        used = [a.get("weapon") for a in attacks]
        if len(names) > 1 and len(attacks) > 1 and any(name not in used for name in names):
            raise InvalidInput(f"{unit.name} must strike with both weapons", code="weapon_unused")

    def _next(self, kind: str, unit: str = "") -> Mapping[str, Any] | None:
        """Takes the first decision of this kind, of this unit where one is said: others may never be asked for."""
        for place, found in enumerate(self.decisions):
            if found["kind"] == kind and unit in ("", found.get("unit")):
                self.decisions.pop(place)
                return dict(found)
        return None
