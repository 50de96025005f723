"""Everything that may happen to the files of a game, many times over: `python -m tests.torture`."""
