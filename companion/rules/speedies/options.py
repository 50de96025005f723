"""The places where the rules leave a choice, with what the app does unless the players say otherwise."""

from __future__ import annotations

from companion.engine.ruleset import RuleOption

OPTIONS = (
    RuleOption(
        "agility_mode",
        "Which Agility strikes first",
        "rating",
        ("rating", "target"),
        "rating: bigger number first, the rule's word taken as it stands. target: smaller number first, for"
        " cards that print Agility as a d20 target.",
        ask_at_setup=True,
    ),
    RuleOption(
        "turns",
        "Turns before the battle ends",
        20,
        lo=1,
        hi=99,
        why="a turn is one player's; the rules end a battle by rout alone, and an evening ends too",
    ),
    RuleOption(
        "auto_fail_max",
        "Natural dice that always fail, from 1 up to",
        4,
        lo=1,
        hi=4,
        why="4 in this edition, 1 in earlier ones",
    ),
    RuleOption(
        "injured_multiwound_buffer",
        "A dazed or stunned unit loses Wounds before it is taken out",
        False,
        why="the melee page makes no exception for Wounds; the page about injuries does",
    ),
    RuleOption(
        "rout_without_hero",
        "A warband without a hero that must test for rout",
        "auto_fail",
        ("auto_fail", "best_morale"),
        "the rules are silent: it routs, or its best Morale tests",
    ),
    RuleOption(
        "roll_off_own",
        "Equal Agility inside one warband is rolled off too",
        False,
        why="neighbours in the order may swap anyway",
    ),
    RuleOption(
        "other_combats",
        "Combats without the current player's side",
        "skip",
        ("skip", "resolve"),
        "the current player picks among its own units' combats; needs three sides to matter",
    ),
    RuleOption("interceptor_strikes_first", "An interceptor counts as having Engaged", False, why="it did not Engage"),
    RuleOption(
        "dazed_move",
        "How far a dazed unit moves",
        "inch",
        ("inch", "half"),
        "two pages disagree: 1 inch, or half its Move",
    ),
    RuleOption(
        "confirm_order",
        "When the players confirm the attack order",
        "once",
        ("once", "differ", "always", "never"),
        "once: the first time in a game that reading Agility the other way gives another order; differ: each time it"
        " does; always: in every combat. The order is shown and noted in any case",
    ),
    RuleOption(
        "ask_difficult",
        "An Engage asks for difficult ground before measuring",
        False,
        why="else both distances are given and the players measure the one that holds",
    ),
    RuleOption(
        "pass_empty_phases",
        "Phases in which nobody can act pass by themselves",
        True,
        why="the log names them; the Melee phase always waits, since it ends the turn",
    ),
    RuleOption("cast_before_ranged", "Cast comes before Ranged", False, why="later editions turned them round"),
    RuleOption(
        "improvement_by",
        "Hero improvements are drawn by",
        "d20",
        ("d20", "card"),
        "a d20 table stands in for the deck; with the deck on the table, name the card",
    ),
    RuleOption(
        "neutrals", "Neutral units act at the start of each Upkeep", False, why="only after an event has brought them"
    ),
    RuleOption(
        "blight_table",
        "The Blight after a battle",
        "bands",
        ("bands", "printed"),
        "bands: 1 to 4 dies, 5 to 15 nothing, 16 or more is cured. printed: the players read the page, whose table has"
        " a hole and an overlap",
    ),
    RuleOption(
        "aftermath_warband_size",
        "Most units in a warband of a campaign",
        15,
        (12, 15, 18),
        "the rules name three sizes; hiring stops there",
    ),
)
