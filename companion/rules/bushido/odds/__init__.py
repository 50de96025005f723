"""Odds of Bushido, with the functions that play uses: dice into results, results into wounds, both into a split."""
