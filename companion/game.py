"""What the author of a ruleset imports; docs/writing-a-ruleset.md says what each is for. Tests use `companion.testing`.

For games in packages of their own. It imports the engine alone, whose modules have the docstrings. What is not here may
change with any version. The app and the games in its tree import from where things are, so that a game opens with what
it uses.
"""

from companion.engine.action_list import ActionEntry, ActionList
from companion.engine.aftermath import OPTIONS as AFTERMATH_OPTIONS
from companion.engine.aftermath import CampaignSide, CampaignUnit, PlainAftermath, aftermath_actions
from companion.engine.campaign import Batch
from companion.engine.carry_over import CarryOver, healed, unhurt
from companion.engine.data import read_data, record
from companion.engine.dice import BLANK, D6, D20, Dice, Die, Face, Faces
from companion.engine.errors import InvalidInput
from companion.engine.journal import JournalEntry
from companion.engine.odds import (
    ODDS_OPTIONS,
    Calculator,
    Chance,
    Heading,
    Odds,
    Parameter,
    Setting,
    TooLarge,
    of_numbers,
)
from companion.engine.procedure import Context, Procedure, Step, procedure
from companion.engine.reading import TOTAL, Reading, counting
from companion.engine.requests import (
    Allotment,
    Cells,
    Choose,
    Column,
    Cost,
    GridRow,
    Number,
    Option,
    Pick,
    Plan,
    Request,
    Split,
    YesNo,
)
from companion.engine.ruleset import Action, Next, Phase, RuleOption, Ruleset, Sheet
from companion.engine.state.changes import Change, Line, Note, Tally
from companion.engine.state.contacts import enemies_touching, enemy_pairs, flag_of, in_contact, melees, touching
from companion.engine.state.declarations import StandingRow, flag, internal, profile, tracker
from companion.engine.state.entity import Condition, Record, has
from companion.engine.state.phrases import Phrase, about, dice_said, falls, joined, part, phrase, says, step_said, tells
from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.table import Model, Side, Table, Unit
from companion.engine.story import Scene
from companion.engine.thrown import Thrown
from companion.engine.wording import article, count, does, is_plural, listed, possessive, question, verb

__all__ = [
    "AFTERMATH_OPTIONS",
    "BLANK",
    "D6",
    "D20",
    "ODDS_OPTIONS",
    "TOTAL",
    "Action",
    "ActionEntry",
    "ActionList",
    "Allotment",
    "Batch",
    "Calculator",
    "CampaignSide",
    "CampaignUnit",
    "CarryOver",
    "Cells",
    "Chance",
    "Change",
    "Choose",
    "Column",
    "Condition",
    "Context",
    "Cost",
    "Dice",
    "Die",
    "Face",
    "FaceGroup",
    "Faces",
    "GridRow",
    "Heading",
    "InvalidInput",
    "JournalEntry",
    "Line",
    "Model",
    "Next",
    "Note",
    "Number",
    "Odds",
    "Option",
    "Parameter",
    "Phase",
    "Phrase",
    "Pick",
    "PlainAftermath",
    "Plan",
    "Procedure",
    "Reading",
    "Record",
    "Request",
    "Result",
    "RuleOption",
    "Ruleset",
    "Scene",
    "Setting",
    "Sheet",
    "Side",
    "Split",
    "StandingRow",
    "Step",
    "Table",
    "Tally",
    "Thrown",
    "TooLarge",
    "Unit",
    "YesNo",
    "about",
    "aftermath_actions",
    "article",
    "count",
    "counting",
    "dice_said",
    "does",
    "enemies_touching",
    "enemy_pairs",
    "falls",
    "flag",
    "flag_of",
    "has",
    "healed",
    "in_contact",
    "internal",
    "is_plural",
    "joined",
    "listed",
    "melees",
    "of_numbers",
    "part",
    "phrase",
    "possessive",
    "procedure",
    "profile",
    "question",
    "read_data",
    "record",
    "says",
    "step_said",
    "tells",
    "touching",
    "tracker",
    "unhurt",
    "verb",
]
