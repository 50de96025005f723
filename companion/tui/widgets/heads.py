"""The line at the top of the table and of the guide."""

from __future__ import annotations

from textual.content import Content

from companion.engine.run import Run
from companion.tui.controller import SessionController
from companion.tui.text import clean, named, plain, side_label


def table_head(controller: SessionController, width: int) -> Content:
    """What is played, round, phase, whose turn; and at the right, as far as there is room, what is on the disk."""
    session = controller.session
    table = session.table
    state = controller.save_state()
    active = table.active or ""
    turn = Content.assemble("  ", side_label(table, active), " acts") if active in table.sides else Content("")
    phase = session.ruleset.phase(table.phase).title
    middle = Content.assemble((f"Round {table.round} · {phase}", "bold"), turn)
    undo = "" if controller.read_only else f" · undo {session.undo_count}"
    rights = (f"{state}{undo} ", f"{state} ", "")
    right = next((r for r in rights if middle.cell_length + len(r) + 4 <= width), "")
    room = max(0, width - middle.cell_length - len(right) - 4)
    name = plain(f"{table.name} · {session.ruleset.title}" if table.name else session.ruleset.title)
    gap = max(1, width - 1 - min(room, name.cell_length) - middle.cell_length - len(right) - 2)
    return Content.assemble(
        " ",
        name.truncate(room, ellipsis=True),
        "  ",
        middle,
        " " * gap,
        (right, "bold $error" if "NOT" in state else "$quiet"),
    )


def guide_head(controller: SessionController, width: int) -> Content:
    """The title of the procedure; at the right what is on the disk."""
    state = controller.save_state().partition(",")[0].partition(":")[0]
    room = width - 2
    left = plain(_title(controller)).truncate(max(4, room - len(state) - 1), ellipsis=True, pad=True)
    return Content.assemble(" ", left.stylize("bold"), " ", (state, "bold $error" if "NOT" in state else "$quiet"))


def _title(controller: SessionController) -> str:
    run = controller.session.run
    if run is None:
        return controller.ended.title if controller.ended is not None else ""
    return clean(inner_title(run).upper() + "".join(_who(controller, run)))


def inner_title(run: Run) -> str:
    """The title of the innermost procedure that has steps."""
    return next((frame.title for frame in reversed(run.context.frames) if frame.steps), run.procedure.title)


def _who(controller: SessionController, run: Run) -> list[str]:
    table = controller.session.table
    names = [named(table, str(value)) for value in run.args.values()]
    return [" · ", ", ".join(names)] if names else []
