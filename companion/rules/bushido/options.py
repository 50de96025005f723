"""What the rules leave to the table: readings of unclear passages, and how long a game lasts."""

from __future__ import annotations

from companion.engine.ruleset import RuleOption

OPTIONS: tuple[RuleOption, ...] = (
    RuleOption(
        "turns",
        "Turns in the game",
        6,
        why="scenarios set their own length; this one ends a game without one",
        lo=1,
        hi=20,
        ask_at_setup=True,
    ),
    RuleOption(
        "length_roll",
        "Variable length: further turns end on this D6 roll or more (0: no roll)",
        0,
        why="a scenario may have a length roll; it is made from the turn after the last, four times at most",
        lo=0,
        hi=6,
    ),
    RuleOption(
        "step4_first",
        "Who declares first in step 4",
        "non_active",
        ("non_active", "without_initiative"),
        why="the step names the non-active player, though other lines say the player without initiative",
    ),
    RuleOption(
        "tie_counts_discarded",
        "Discarded dice count for ties",
        False,
        why="they leave before results are worked out",
    ),
    RuleOption(
        "flat_mods_need_scoring_die",
        "Brutal and Parry need a scoring die",
        True,
        why="with nothing but 1s the result is exactly 0",
    ),
    RuleOption("sl_cap", "Highest column of the wound table", 10, why="the table ends there", lo=0, hi=10),
    RuleOption(
        "step3b_active_window",
        "When the activating player may use initiative feats",
        "without_initiative",
        ("without_initiative", "only_if_changed"),
        why="by its line both players may; the narrower reading needs a change by the other's feats",
    ),
    RuleOption(
        "charge_total_counters",
        "Counters a Charge costs in all",
        2,
        (2, 3),
        why="step 14's counter is the first of the two; 3 lets it come on top",
    ),
    RuleOption(
        "split_attack_counters",
        "Counters of a Split Attack",
        "action_cost",
        ("action_cost", "per_exchange"),
        why="the attacker pays its action once, after the last exchange",
    ),
    RuleOption(
        "sweep_defence_ends_exchange",
        "An attacker thrown Prone ends the exchange",
        False,
        why="the rule names the Defender only",
    ),
    RuleOption(
        "confirm_steps",
        "Confirm what is done by itself",
        False,
        why="asks to confirm turning (step 1), counters (step 14), standing up and who makes the tactical test",
    ),
)
