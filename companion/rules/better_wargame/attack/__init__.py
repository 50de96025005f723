"""One attack, row by row: what melees, Shooting and firefights have in common."""
