"""The command line. Each command imports what it needs when it is called: start-up is imports.

`commands.py` has `main` and what carries each command out, `words.py` the words that each takes, `serving.py` the
process that shares a table, `seats.py` the app and the way into a seat, `streams.py` the standard streams and the exit
status.
"""

from companion.cli.commands import main as main
