"""Taking the inputs of a log again: each checked against what was recorded with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from companion.engine.errors import InvalidInput
from companion.engine.inputs import Adjust, Answer, Connect, Input, Place, Start
from companion.engine.journal import Recorder, ReplayMismatch
from companion.engine.run import Run
from companion.engine.session_view import SessionView
from companion.engine.state.changes import Event
from companion.engine.state.paths import joins


class Replaying(SessionView, ABC):
    """The part of a session that replays. What an input does is in `session.py`."""

    recorder: Recorder | None
    replaying = False

    def replay(self, made: Input, request_crc: int = 0, state_crc: int | None = None) -> None:
        """Takes a recorded input again, without recording it.

        Raises ReplayMismatch if it is refused, or if the request or the changes are not the recorded ones; the
        session is of no use then.
        """
        recorder, self.recorder, self.replaying = self.recorder, None, True
        try:
            if isinstance(made, Answer):
                self._check_request(made, request_crc)
            if isinstance(made, Start) and self.run is None and self._actions_fail():
                self._begin(made, self._history.run_again(made.procedure, made.args))
            else:
                self._take(made)
        except InvalidInput as fault:
            raise ReplayMismatch(fault.message) from fault
        finally:
            self.recorder, self.replaying = recorder, False
        if state_crc is not None and self.state_crc != state_crc:
            raise ReplayMismatch("what follows from it is no longer the same")

    def replay_adjustments(self, made: Sequence[tuple[Adjust | Connect, Place]], state_crc: int | None = None) -> None:
        """Takes recorded adjustments of the open procedure again, at their places, running it once for all of them.

        The checksum after the last one covers them all. Raises ReplayMismatch like `replay`, without saying which of
        them no longer fits.
        """
        try:
            run = self._open_run()
            placed = [(m.adjustment() if isinstance(m, Connect) else m, place) for m, place in made]
            for adjustment, _ in placed:
                check_in_procedure(run, adjustment)
            run.take_placed(placed)
        except InvalidInput as fault:
            raise ReplayMismatch(fault.message) from fault
        self._history.forget_undone()
        if state_crc is not None and self.state_crc != state_crc:
            raise ReplayMismatch("what follows from them is no longer the same")
        self._history.close_if_done([])

    def _actions_fail(self) -> bool:
        """Whether the ruleset raises if it is asked what may be started. What was started once still stands."""
        try:
            self.actions()
        except Exception:
            return True
        return False

    def _check_request(self, made: Answer, request_crc: int) -> None:
        request = self._open_run().slot(made.by)
        if request.key != made.key:
            raise ReplayMismatch(f"{request.name} is asked where {made.key} was answered")
        if request_crc and request.fingerprint() != request_crc:
            raise ReplayMismatch(f"{request.name} now allows other answers")

    @abstractmethod
    def _take(self, made: Input) -> list[Event]:
        """Takes an input of any kind. Raises InvalidInput."""

    @abstractmethod
    def _begin(self, started: Start, run: Run) -> list[Event]:
        """Begins a run, whether or not an action would start it now. Raises InvalidInput."""

    @abstractmethod
    def _open_run(self) -> Run:
        """The open procedure, to write to. Raises InvalidInput if there is none."""


def check_in_procedure(run: Run, made: Adjust) -> None:
    """Raises InvalidInput if an adjustment may not come while this procedure is open."""
    if joins(made.of, made.field):
        raise InvalidInput(
            "units and minis join and leave between procedures", hint=f"finish or leave {run.procedure.title} first"
        )
