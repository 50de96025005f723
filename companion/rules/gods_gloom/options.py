"""Where the rulebook leaves a choice, and what this app lets players set besides."""

from __future__ import annotations

from companion.engine.ruleset import RuleOption

OPTIONS: tuple[RuleOption, ...] = (
    RuleOption(
        "rounds",
        "Rounds in the game",
        5,
        lo=1,
        hi=30,
        ask_at_setup=True,
        why="scenarios are outside the app; after the last round the players name the winner",
    ),
    RuleOption(
        "command_seals",
        "Command seals of each player at the start",
        0,
        lo=0,
        hi=20,
        ask_at_setup=True,
        why="as many as the commanders of an army give; where the two differ, set one player's on the table before "
        "the first round, and that number stays",
    ),
    RuleOption(
        "success_on", "A die succeeds on this face or more", 3, lo=2, hi=6, why="a die of 3 or more is always a success"
    ),
    RuleOption(
        "criticals", "Two 6s on red or two 1s on blue give an extra die", True, why="found in the newer edition only"
    ),
    RuleOption(
        "morale_loss_at_zero",
        "A morale token that must be lost and is not there",
        "wound",
        ("wound", "nothing"),
        why="the pages speak of a wound `as usual`; an impossible push always wounds, whatever this says",
    ),
    RuleOption(
        "charge_attacker_red",
        "Red dice for a charging Attacker",
        1,
        lo=0,
        hi=5,
        why="inferred: the Charge Bonus trait grants an additional die, so a charge gives one",
    ),
    RuleOption(
        "flank_attacker_red",
        "Red dice for an Attacker that flanks",
        0,
        lo=-5,
        hi=5,
        why="inferred: no page gives the Attacker anything",
    ),
    RuleOption(
        "flank_defender_blue",
        "Blue dice for a flanked Defender",
        -1,
        lo=-5,
        hi=5,
        why="inferred: the Blind Spot trait takes a further blue die on top of the usual loss",
    ),
    RuleOption("boost_red", "Red dice for a spent Boost", 1, lo=0, hi=5, why="printed"),
    RuleOption("boost_blue", "Blue dice for a spent Boost", 1, lo=0, hi=5, why="printed"),
    RuleOption("weak_red", "Red dice for Weak", -1, lo=-5, hi=0, why="inferred: Weak is the opposite of Boost"),
    RuleOption("weak_blue", "Blue dice for Weak", -1, lo=-5, hi=0, why="inferred: Weak is the opposite of Boost"),
    RuleOption(
        "upkeep_morale_recovery",
        "Morale tokens that come back at the end of a round",
        0,
        lo=0,
        hi=10,
        why="the newer edition recovers some, the number was not found; 0 leaves it to the players",
    ),
    RuleOption(
        "activations_per_round",
        "Activations per player and round (0: one per living unit)",
        0,
        lo=0,
        hi=60,
        why="the pages speak of designated activations without a number",
    ),
    RuleOption(
        "ask_effects",
        "When to ask for other effects",
        "called",
        ("called", "melee", "always", "never"),
        why="most melees have none; `called`: at MEL.10, 20, 40 and 80 where the pivot is answered so; `melee`: "
        "in every melee; `always`: at the ends of activations and rounds as well; players may adjust "
        "anything at any time",
    ),
    RuleOption(
        "ask_facing",
        "Ask for each contact by itself who stands in whose front",
        False,
        why="one question a move or pivot is enough: most contacts are face to face",
    ),
    RuleOption(
        "ask_no_assists",
        "Ask before each melee whether assists are forbidden",
        False,
        why="asked anyway where a fighter has the Challenge trait and somebody could assist",
    ),
    RuleOption(
        "order_end_effects",
        "The active player orders the effects of MEL.80",
        False,
        why="the app uses the listed order, which rarely matters",
    ),
)
