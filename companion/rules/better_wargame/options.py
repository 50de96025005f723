"""Every value that the posts leave to the table, as an option with the ruling behind it."""

from __future__ import annotations

from companion.engine.ruleset import RuleOption

OPTIONS = (
    RuleOption("to_hit_base", "Base number to hit", 4, lo=1, hi=7, why="published"),
    RuleOption("to_wound_base", "Base number to wound", 2, lo=1, hi=7, why="published"),
    RuleOption("defensive_save_base", "Base number of a save in melee", 5, lo=1, hi=7, why="published"),
    RuleOption("charge_move", "Charge move in inches", 8, lo=1, hi=48, why="published"),
    RuleOption("pile_in_move", "Pile in move in inches", 8, lo=1, hi=48, why="published"),
    RuleOption(
        "normal_move",
        "Normal move in inches",
        8,
        lo=1,
        hi=48,
        why="the infantry distance was not found; the same as a charge move",
    ),
    RuleOption(
        "fight_reach",
        "Reach in melee in inches",
        2,
        lo=0,
        hi=12,
        why="published for taking hits; a model that can be hit from there must be able to strike from there",
    ),
    RuleOption("coherency", "Coherency in inches", 2, lo=1, hi=12, why="published"),
    RuleOption(
        "wounds_per_model",
        "Wounds a model",
        1,
        lo=1,
        hi=1,
        why="several Wounds a model were never published; an unsaved Wound always removes its model",
    ),
    RuleOption(
        "melee_wounds_suppress",
        "Wounds in melee suppress",
        True,
        why="suppression looks at any single phase; the melee post does not take Melee out",
    ),
    RuleOption(
        "save_on_7plus",
        "A save of 7+ succeeds on",
        "double_six",
        ("double_six", "none"),
        why="the dice rule says that nothing is certain; `none`: such a save is not rolled at all",
    ),
    RuleOption(
        "command_break_tests",
        "Command break tests",
        False,
        why="the rule exists, but its effect was cut off; on: our guess, a command below half its units that "
        "lost one in this phase tests on its senior leader and leaves play if it fails",
    ),
    RuleOption(
        "typical_skill",
        "Ranged skill that hits on the base number",
        2,
        lo=0,
        hi=4,
        why="our ruling: no enemy skill counts when firing, and 2 is the typical skill",
    ),
    RuleOption("shooting_save_base", "Base cover save in Shooting", 3, lo=1, hi=7, why="published"),
    RuleOption("firefight_save_base", "Base cover save in the Firefight", 5, lo=1, hi=7, why="published"),
    RuleOption("firefight_range", "Range of a firefight in inches", 12, lo=1, hi=48, why="published"),
    RuleOption("vehicle_move", "Vehicle move in inches", 12, lo=1, hi=48, why="published"),
    RuleOption("vehicle_move_terrain", "Vehicle move in terrain in inches", 6, lo=1, hi=48, why="published"),
    RuleOption(
        "throw",
        "Dice thrown at once",
        "stage",
        ("stage", "row"),
        why="`stage`: all rows of both sides together; `row`: one attacker against one target after the other",
    ),
    RuleOption(
        "measure_charges",
        "Enter every distance for charges and pile in",
        False,
        why="on: the app orders the models and finds their targets from typed distances; off: the players move "
        "by eye in the same order and enter who touches whom",
    ),
    RuleOption(
        "defender_allocates",
        "The defender allocates hits",
        False,
        why="with one profile a unit there is nothing to choose; on: where models differ",
    ),
    RuleOption(
        "order_melees",
        "The current player orders the melees",
        False,
        why="melees of one phase share no unit, and all that follows waits for the last: the order decides nothing",
    ),
    RuleOption(
        "turns",
        "Turns of each player",
        8,
        lo=1,
        hi=30,
        ask_at_setup=True,
        why="our ruling: no victory conditions were published, and a game must end",
    ),
)
