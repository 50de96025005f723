"""Odds of Legion, with the functions that play uses: attack dice into hits, hits and blocks into wounds, rallies."""
