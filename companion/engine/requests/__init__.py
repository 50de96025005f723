"""The vocabulary of questions that a procedure may ask, in one place for rule authors and front ends."""

from typing import Final

from companion.engine.requests.base import COMPOSED, UNANSWERED, By, Composed, Cost, Option, Request, Unanswered
from companion.engine.requests.choices import Choose, Do, Number, Pick, YesNo
from companion.engine.requests.grids import Cell, Cells, Column, Grid, GridRow
from companion.engine.requests.rolls import Roll
from companion.engine.requests.secret import Secret
from companion.engine.requests.splits import Allotment, Plan, Split
from companion.engine.requests.text import Text

KINDS: Final = tuple(sorted({of.kind for of in Request.__subclasses__()} - {Secret.kind}))
"""Those that an answer may be of; a secret is answered by its slots."""

__all__ = [
    "COMPOSED",
    "KINDS",
    "UNANSWERED",
    "Allotment",
    "By",
    "Cell",
    "Cells",
    "Choose",
    "Column",
    "Composed",
    "Cost",
    "Do",
    "Grid",
    "GridRow",
    "Number",
    "Option",
    "Pick",
    "Plan",
    "Request",
    "Roll",
    "Secret",
    "Split",
    "Text",
    "Unanswered",
    "YesNo",
]
