"""The round: orders, activations with their actions and moves, the End Phase, the end of the game."""
