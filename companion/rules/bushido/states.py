"""The states a model may be in (digest §4): where each is kept, what it does in a melee, how it ends."""

from __future__ import annotations

from companion.engine.state.table import Condition

STATES: tuple[Condition, ...] = (
    Condition(
        "prone",
        "Prone",
        "states.prone",
        "count",
        "-1 die; attacks second; no special attacks or defences; may only Stand Up",
        "Stand Up, or Jump Up",
    ),
    Condition("blind", "Blind", "states.blind", "count", "-1 die; no Run or Charge", "all in the End Phase"),
    Condition("stunned", "Stunned", "states.stunned", "count", "-1 die", "one each End Phase; Wait removes all"),
    Condition(
        "frightened",
        "Frightened",
        "states.frightened",
        "count",
        "-1 die; Defensive",
        "End Phase: the failed Fear test again",
    ),
    Condition(
        "held",
        "Held",
        "states.held",
        "list",
        "by these holders: -1 die; Defensive; cannot be moved; Disengage, Stand Up and feats only",
        "out of contact; the holder fights another; Disengage",
    ),
    Condition(
        "immobilised",
        "Immobilised",
        "states.immobilised",
        "count",
        "no special attacks or defences; to move, a Size test (6) first",
        "Wait, the test, or being moved",
    ),
    Condition(
        "death_sentence",
        "Death Sentence",
        "states.death_sentence",
        "count",
        "its opponent has +1 die and +1 on damage rolls",
        "3 Ki a marker in the Starting Phase",
    ),
    Condition(
        "berserk", "Berserk", "states.berserk", "count", "Aggressive; it comes with an Impetuous marker", "End Phase"
    ),
    Condition(
        "impetuous",
        "Impetuous",
        "states.impetuous",
        "count",
        "friends without this marker may not activate first",
        "one per action taken",
    ),
    Condition(
        "bleeding",
        "Bleeding",
        "states.bleeding",
        "list",
        "wounds in the End Phase",
        "highest marker each End Phase; any heal",
        items=int,
    ),
    Condition(
        "poisoned",
        "Poisoned",
        "states.poisoned",
        "list",
        "wounds in the End Phase",
        "highest marker each End Phase",
        items=int,
    ),
    Condition(
        "on_fire",
        "On Fire",
        "states.on_fire",
        "list",
        "wounds in the End Phase, Tough does not help",
        "highest marker each End Phase; Wait removes two",
        items=int,
    ),
    Condition(
        "diseased",
        "Diseased",
        "states.diseased",
        "count",
        "loses a counter in the Starting Phase",
        "one each Starting Phase",
    ),
    Condition("spirit_block", "Spirit Block", "states.spirit_block", "count", "gains no Ki", "one each Starting Phase"),
    Condition("disguised", "Disguised", "states.disguised", "list", "see its card", "taking part in an exchange"),
    Condition(
        "controlled",
        "Controlled",
        "states.controlled",
        "count",
        "fights for the other side (change its side too); spends no tokens",
        "one per counter lost, or per exchange; then it goes back",
    ),
    Condition("reloading", "Reloading", "states.reloading", "count", "cannot shoot", "Wait"),
    Condition(
        "surprised",
        "Surprised",
        "surprised",
        "flag",
        "-1 die; attacks second; no feats or boosts",
        "the action is over",
    ),
    Condition("ran", "Ran", "ran_this_turn", "flag", "-1 die", "End Phase"),
    Condition("last_stand", "Last Stand", "last_stand", "flag", "killed, but stays until the End Phase", "End Phase"),
)

POOL_STATES: tuple[str, ...] = ("prone", "blind", "stunned", "frightened", "held")
"""Each of these that a model has costs one die, however many markers (§7)."""

LABELS: dict[str, str] = {c.id: c.label for c in STATES}
LIST_STATES: tuple[str, ...] = tuple(c.id for c in STATES if c.holds == "list")
MARKER_STATES: tuple[str, ...] = ("on_fire", "bleeding", "poisoned")
"""States that wound in the End Phase, in the order of §3.8."""
