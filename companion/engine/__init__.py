"""The engine: knows no game, no screen and no file. Standard library only."""
