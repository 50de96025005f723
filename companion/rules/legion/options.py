"""Where editions or readings differ: options with their reasons."""

from __future__ import annotations

from companion.engine.ruleset import RuleOption

OPTIONS = (
    RuleOption(
        "rounds",
        "rounds of the game",
        6,
        why="the older edition plays six, the later one five",
        lo=1,
        hi=12,
        ask_at_setup=True,
    ),
    RuleOption(
        "panic_mode",
        "a panicked unit",
        "flee",
        ("flee", "freeze"),
        "flee: one forced move to the table edge (older); freeze: it does nothing (later edition)",
    ),
    RuleOption(
        "melee_scope",
        "the same melee is",
        "pair",
        ("pair", "group"),
        "pair: two units that touch; group: every unit of the connected group",
    ),
    RuleOption(
        "danger_sense_in_melee",
        "Danger Sense works in a melee",
        True,
        why="the rule has no limit; a summary by fans says ranged attacks only",
    ),
    RuleOption(
        "withdraw_mode",
        "withdrawing costs",
        "full",
        ("full", "move"),
        "full: the whole activation (older); move: one speed-1 move, then neither attack, standby nor melee",
    ),
    RuleOption(
        "ask_cohesion",
        "the app asks whether all minis are in cohesion",
        False,
        why="the players see it on the table; the question is asked at the end of a move that starts a melee",
    ),
    RuleOption(
        "end_phase_suppression",
        "suppression that goes in the End Phase",
        1,
        why="one token a unit in every edition we know; cards may say otherwise",
        lo=0,
        hi=9,
    ),
)
