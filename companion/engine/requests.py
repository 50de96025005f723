"""The vocabulary of questions that a procedure may ask, in one place for rule authors and front ends."""

from companion.engine.asking import UNANSWERED, By, Request, Unanswered
from companion.engine.choices import Choose, Do, Number, Option, Pick, YesNo
from companion.engine.rolls import Roll
from companion.engine.splits import Allotment, Plan, Secret, Split

__all__ = [
    "UNANSWERED",
    "Allotment",
    "By",
    "Choose",
    "Do",
    "Number",
    "Option",
    "Pick",
    "Plan",
    "Request",
    "Roll",
    "Secret",
    "Split",
    "Unanswered",
    "YesNo",
]
