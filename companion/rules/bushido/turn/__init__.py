"""The turn: its phases, activations and their actions, and the end of the game."""
