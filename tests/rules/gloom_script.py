"""Scripted play: one melee from a script of decisions and dice, as the worked examples are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.requests import Request
from companion.engine.ruleset import Ruleset
from companion.engine.state.changes import Done
from companion.engine.state.paths import ordered_flags, pair_key
from companion.rules.gods_gloom.melee.legality import illegal
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import GloomSide, GloomTable, GloomUnit, Pool
from tests.legal import legal
from tests.rules.scene import begun

MAP_DEFAULTS: Mapping[str, Any] = {
    "charge": False,
    "no_assists": False,
    "retreat_hexes": 3,
    "loser_in_winner_zone": True,
}
DECISION_DEFAULTS = {
    "TFP.10": "pass",
    "TFP.10.final": "pass",
    "MEL.10.berserk": "pass",
    "ATC.10.boost": "keep",
    "ATC.20.pool": "keep",
    "ATC.20.single": "stop",
}


def play_script(ruleset: Ruleset, script: Mapping[str, Any]) -> dict[str, Any]:
    """Plays one melee; returns the result record, or `illegal` alone, or `error` with code, step and who.

    Raises InvalidInput where the script is wrong otherwise: no decision for a prompt, a decision that is not offered.
    """
    setup = script["setup"]
    attacker, target = setup["action"]["attacker"], setup["action"]["target"]
    table = build(ruleset, setup)
    code = illegal(table, attacker, target)
    if code:
        return {"illegal": code}
    session = begun(table, "melee", {"attacker": attacker})
    player = _Player(script, table, attacker, target)
    for _ in range(ruleset.most_requests):
        request = session.request
        if request is None:
            break
        who = player.role(request)
        try:
            happened = session.answer(player.answer(request, who))
        except InvalidInput as fault:
            if request.kind == "roll" and fault.code in ("dice_count", "dice_value"):
                return {"error": {"code": fault.code, "step": request.name, "who": who}}
            raise
        for event in happened:
            if isinstance(event, Done):
                return dict(event.outcome)
    raise InvalidInput("the script does not come to an end")


def build(ruleset: Ruleset, setup: Mapping[str, Any]) -> GloomTable:
    """The table that a script's `setup` describes."""
    units = [_unit(entry) for entry in setup["units"]]
    players: dict[str, Mapping[str, Any]] = {**{u.side: {} for u in units}, **setup.get("players", {})}
    sides = [
        GloomSide(id=of, name=str(entry.get("name", of)), command_seals=entry.get("command_seals", 0))
        for of, entry in players.items()
    ]
    contacts = {}
    for row in setup.get("contacts", ()):
        flags = {key: row.get(key, True) for key in ("a_engaged", "b_engaged")}
        contacts[pair_key(row["a"], row["b"])] = ordered_flags(row["a"], row["b"], flags)
    asks = setup.get("map_answers", {}).get("no_assists", False)
    options = {"ask_effects": "melee", "ask_no_assists": asks, "ask_facing": True, **setup.get("config", {})}
    table = ruleset.table(units, sides, contacts=contacts, options=options)
    assert isinstance(table, GloomTable)
    for modifier in setup.get("modifiers", ()):
        unit = table.unit(modifier["unit"])
        unit.put("modifier_red", unit.modifier_red + modifier.get("red", 0))
        unit.put("modifier_blue", unit.modifier_blue + modifier.get("blue", 0))
        unit.put("modifier_reason", "; ".join(w for w in (unit.modifier_reason, modifier.get("reason", "")) if w))
    return table


def _unit(entry: Mapping[str, Any]) -> GloomUnit:
    fields = dict(entry)
    fields["side"] = fields.pop("owner")
    for pool in ("offence", "defence"):
        fields[pool] = Pool(**{"red": 0, "blue": 0, **fields[pool]})
    fields["traits"] = tuple(fields.get("traits", ()))
    if fields.pop("destroyed", False):
        fields["health"] = 0
    return GloomUnit(**fields)


class _Player:
    """Answers requests from the two lists of a script, each used in order."""

    def __init__(self, script: Mapping[str, Any], table: GloomTable, attacker: str, target: str) -> None:
        self.table = table
        self.target = target
        self.roles = {table.unit(attacker).side: "attacker", table.unit(target).side: "defender"}
        self.map: Mapping[str, Any] = {**MAP_DEFAULTS, **script["setup"].get("map_answers", {})}
        self.decisions = list(script.get("decisions", ()))
        self.dice = list(script.get("dice", ()))
        self.effects: dict[str, list[_Effect]] = {}
        self.effect: _Effect | None = None
        self.facing: list[bool] = []

    def role(self, request: Request[object]) -> str:
        """`attacker`, `defender` or `table`."""
        return self.roles.get(request.by, "table") if isinstance(request.by, str) else "table"

    def answer(self, request: Request[object], who: str) -> Any:
        """The answer of the script to this request."""
        if request.kind == "do":
            return True
        if request.kind == "roll":
            return self._roll(request, who)
        if request.name == "target":
            return self.target
        if request.name == "new_contacts":
            return self._contacts(request)
        if request.name in ("a_engaged", "b_engaged"):
            return self.facing.pop(0)
        if request.name in self.map:
            return self.map[request.name]
        if ".effects" in request.name:
            return self._effect(request)
        return self._decision(request.name, who)

    def _decision(self, step: str, who: str) -> Any:
        found = _next(self.decisions, step, who)
        if found is None:
            if step not in DECISION_DEFAULTS:
                raise InvalidInput(f"the script has no decision for {step} ({who})")
            return DECISION_DEFAULTS[step]
        choice = found["choice"]
        return f"{choice['colour']} {choice['index']}" if isinstance(choice, Mapping) else choice

    def _roll(self, request: Request[object], who: str) -> Any:
        found = _next(self.dice, request.name, who)
        rolls = found["rolls"] if found is not None else {}
        names = [group["name"] for group in legal(request)["dice"]]
        return [rolls.get(name, []) for name in names] + [rolls[name] for name in rolls if name not in names]

    def _effect(self, request: Request[object]) -> Any:
        key, _, part = request.name.partition(".effects")
        if part:
            assert self.effect is not None
            wanted = self.effect[part[1:]]
            # Beyond what is offered, more wounds or tokens change nothing: the unit is destroyed before.
            return min(wanted, legal(request)["hi"]) if part == ".amount" else wanted
        if key not in self.effects:
            found = _next(self.decisions, request.name, "table")
            self.effects[key] = _pieces(found["choice"]) if found is not None else []
        waiting = self.effects[key]
        for _ in range(len(waiting)):
            self.effect = waiting.pop(0)
            unit = self.table.unit(str(self.effect["unit"]))
            if unit.alive:
                role = self.roles.get(unit.side, "")
                self.effect["by"] = self.effect["by"] not in ("", role)
                return True
        return False

    def _contacts(self, request: Request[object]) -> list[str]:
        """The pairs of this request that the script names; their flags answer the facing questions that follow."""
        picked = []
        for value in (option["value"] for option in legal(request)["options"]):
            for row in self.map.get("new_contacts", ()):
                for one, two, own, other in (
                    (row["a"], row["b"], "a_engaged", "b_engaged"),
                    (row["b"], row["a"], "b_engaged", "a_engaged"),
                ):
                    if value == f"{one}/{two}":
                        picked.append(value)
                        asked = ((two, row.get(own, True)), (one, row.get(other, True)))
                        self.facing += [
                            flag for zone, flag in asked if "circular" not in traits_of(self.table.unit(zone)).marks
                        ]
        return picked


_Effect = dict[str, Any]


def _pieces(entries: Sequence[Mapping[str, Any]]) -> list[_Effect]:
    """The entries of a list of effects, each cut into wounds, morale and token, in that order."""
    pieces: list[_Effect] = []
    for entry in entries:
        common = {"unit": entry["unit"], "by": entry.get("by", "")}
        pieces += [{**common, "what": what, "amount": entry[what]} for what in ("wounds", "morale") if entry.get(what)]
        if entry.get("token"):
            pieces.append({**common, "what": entry["token"]})
    return pieces


def _next(entries: list[Mapping[str, Any]], step: str, who: str) -> Mapping[str, Any] | None:
    """Takes the first entry for this step and role."""
    for place, entry in enumerate(entries):
        if entry["step"] == step and entry["who"] == who:
            return entries.pop(place)
    return None
