"""Odds of Speedies, with the functions that play uses: d20s into hits, hits into Wounds and injuries, roll-offs."""
