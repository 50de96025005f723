"""Speed, measured as ratios with both sides in one run: `python -m benchmarks`. Never asserted by a clock in a test."""
