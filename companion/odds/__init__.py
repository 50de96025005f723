"""Arithmetic of dice, exact throughout: integer weights over one total, fractions at the end. Knows no game.

`chances.py` weighs outcomes, `sums.py` packs numbers into one and adds up ends with their worth, `rerolls.py` rolls
dice again as best play does, `zero_sum.py` solves a sealed choice, `side_by_side.py` makes odds of what options come
to, `readings.py` says how often dice come to what is read of them. A game's own formulas stand in `rules/GAME/odds/`;
their referee, `tests/odds/explorer.py`, plays a session through every fall of the dice.
"""
