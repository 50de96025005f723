"""What the table shows of both forces: facts of a unit, its block of rows, how blocks share the room, melees, heads.

Below them the next thing to do.
"""
