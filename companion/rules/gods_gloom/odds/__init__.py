"""Odds of God's Gloom, with the functions that play uses: dice into successes, successes into wounds of both."""
