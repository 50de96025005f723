"""The turn: its start, Movement, and what leads from phase to phase."""
