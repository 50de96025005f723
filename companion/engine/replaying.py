"""Taking the inputs of a log again: each checked against what was recorded with it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.errors import RULES_FAIL, InvalidInput
from companion.engine.inputs import Adjust, Answer, Connect, Input, Place, Start
from companion.engine.journal import ReplayMismatch
from companion.engine.taking import Taking, check_in_procedure


class Replaying(Taking):
    """The part of a session that replays. What an input does is in `taking.py`."""

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
        except RULES_FAIL:
            return True
        return False

    def _check_request(self, made: Answer, request_crc: int) -> None:
        request = self._open_run().slot(made.by)
        if request.key != made.key:
            raise ReplayMismatch(f"{request.name} is asked where {made.key} was answered")
        if request_crc and request.fingerprint() != request_crc:
            raise ReplayMismatch(f"{request.name} now allows other answers")
