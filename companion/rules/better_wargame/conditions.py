"""The conditions of a unit as data: where each one stands, what it does and when it ends."""

from __future__ import annotations

from typing import Final

from companion.engine.state.entity import Condition

CONDITIONS: Final = (
    Condition(
        "suppressed",
        "Suppressed",
        "suppressed",
        "flag",
        "may not charge; hits on 2 more in Shooting and Firefight; fights normally in melee; tests at the "
        "end of Melee if it was in a firefight or a melee this player turn",
        "a Leadership test at the start of its own turn",
    ),
    Condition(
        "cowering",
        "Cowering",
        "cowering",
        "flag",
        "harder to hit and better in cover; hits on 2 more",
        "the players say so",
    ),
    Condition("charged", "Charged", "charged", "flag", "declared a charge this turn", "the next player turn"),
    Condition("moved", "Moved", "movement", "word", "hits on 1 more", "the next player turn"),
    Condition(
        "double",
        "Double move",
        "movement",
        "word",
        "no shooting; counts as suppressed in the Firefight; its cover is 2 worse",
        "the next player turn",
    ),
    Condition(
        "fell_back",
        "Fell back",
        "fell_back",
        "flag",
        "no pile in, no follow up",
        "the end of the phase",
    ),
    Condition("destroyed", "Out of play", "destroyed", "flag", "no models left, or broken", "never", breaks="breaks"),
)

DERIVED: Final = (
    ("Engaged", "touches an enemy unit; fights in its melee", "contact lost, or fall back"),
    ("Below half", "Break Test after any phase in which it lost a model", "never"),
)
"""What the app works out and nobody sets: label, effect, end."""
