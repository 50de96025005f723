"""How tests drive a session: see companion.testing."""

from companion.testing import NotScripted, Scripted, drive, play_random, side_of, step_random

__all__ = ["NotScripted", "Scripted", "drive", "play_random", "side_of", "step_random"]
