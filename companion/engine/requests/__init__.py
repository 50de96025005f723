"""The vocabulary of questions that a procedure may ask, in one place for rule authors and front ends."""

from typing import Final

from companion.engine.requests.base import UNANSWERED, By, Cost, Option, Request, Unanswered
from companion.engine.requests.choices import Choose, Do, Number, Pick, YesNo
from companion.engine.requests.grids import Cell, Cells, Column, Grid, GridRow
from companion.engine.requests.rolls import Roll
from companion.engine.requests.secret import Secret
from companion.engine.requests.splits import Allotment, Plan, Split
from companion.engine.requests.text import Text

KINDS: Final = tuple(sorted({of.kind for of in Request.__subclasses__()} - {Secret.kind}))
"""Those that an answer may be of; a secret is answered by its slots."""
COMPOSED: Final[tuple[type[Allotment | Cells], ...]] = (Allotment, Cells)
"""Answers of several named parts: `as_record` is what files and programs take of one, `of_record` reads it, whatever
the rules say of it, `told` says it with the label of its request and the `title` of each unit."""

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
