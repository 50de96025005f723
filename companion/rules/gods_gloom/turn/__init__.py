"""Rounds, whose turn it is, activations, and moves on the mat."""
