"""What the author of a ruleset tests with: the contract of every game, scripted and random players, source checks.

Needs pytest, which the app does not install. In a test module of your own package:

    from companion.testing import RulesetContract

    class TestDuel(RulesetContract):
        ruleset = DUEL
"""

import pytest

# Before they are imported: a law that is broken shows its values, as in a test module of one's own.
pytest.register_assert_rewrite("companion.testing.contract", "companion.testing.games", "companion.testing.prompts")

from companion.engine.session import Session
from companion.testing.contract import RulesetContract
from companion.testing.playing import NotScripted, Scripted, drive, play_random, step_random
from companion.testing.reading import checksum, prompt_of, state
from companion.testing.source import forbidden

__all__ = [
    "NotScripted",
    "RulesetContract",
    "Scripted",
    "Session",
    "checksum",
    "drive",
    "forbidden",
    "play_random",
    "prompt_of",
    "state",
    "step_random",
]
