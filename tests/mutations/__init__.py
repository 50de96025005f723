"""Small faults put into rules and store one by one, to see whether a test notices each."""
