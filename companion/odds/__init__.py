"""Arithmetic of dice: weighted outcomes, the exact solution of a sealed choice, and the explorer that checks both.

Exact numbers throughout: integer weights over one total, fractions at the end. Knows no game; games build their
formulas (`rules/GAME/odds.py`) on it.
"""
