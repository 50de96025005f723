"""Laws of what players see: whoever decides sees what hangs on it, and nothing is asked that decides nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar

from companion.engine.answers import words_of
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Event, Note
from companion.engine.state.results import Result
from companion.testing.games import RandomGames
from companion.testing.playing import step_random
from companion.testing.reading import checksum

_INSIDE = re.compile(r"\b[a-z]+(_[a-z0-9]+)+\b|\b[a-z]\w*\.\d+\b|§")
"""Ids, field names and section numbers: words that mean nothing to a player."""

FUTURES = (5, 60)
"""On how many random ways to the procedure's end options are compared; up to how many if they come to the same."""

FAR = 40
"""Inputs that such a way may have."""


class PromptContract(RandomGames):
    """The laws of prompts and results.

    `may_be_alike` names requests whose options may lead to the same table, each with the reason; `fights` says whether
    the game has any.
    """

    may_be_alike: ClassVar[Mapping[str, str]] = {}
    _told_to_the_campaign: ClassVar[Mapping[str, str]] = {
        "result": "a draw and no result of a battle differ in the standings of the campaign alone"
    }
    fights: ClassVar[bool] = True

    def test_every_roll_is_followed_by_a_result_that_names_all_its_faces(self) -> None:
        rolls = 0
        for session, rng in self.moments(150, step=False):
            request = session.request
            events = step_random(session, rng)
            if request is None or not request.dice:
                continue
            rolls += 1
            results = [event for event in events if isinstance(event, Result)]
            assert results, f"no result after {request.key}"
            made = results[0]
            assert made.key == request.key
            assert made.text, request.key
            for name, faces in _thrown(session, request):
                shown = [face for group in made.rolled if group.name == name for face in group.faces]
                assert not Counter(faces) - Counter(shown), f"{request.key}: {name} {faces} not all in {made.rolled}"
        assert rolls

    def test_every_prompt_inside_a_fight_carries_its_standing_with_both_sides(self) -> None:
        """Both sides roll in a fight alone, but in procedures that have none, as the roll for the initiative."""
        fought, rolled = set(), {}
        for session, _ in self.moments(150):
            run, request = session.run, session.request
            if run is None or request is None:
                continue
            if run.context.current_fight() is None:
                sides = {dice.by for dice in request.dice if dice.by}
                if len(sides) > 1:
                    rolled[run.procedure.name] = request.key
                continue
            fought.add(run.procedure.name)
            assert len({standing.side for standing in session.standings}) >= 2, request.key
            assert all(standing.rows for standing in session.standings), request.key
        for name in fought & set(rolled):
            raise AssertionError(f"{rolled[name]}: two sides roll outside a fight")
        assert bool(fought) == self.fights

    def test_every_bound_carries_its_reason(self) -> None:
        for session, _ in self.moments(150):
            if session.request is not None:
                assert list(_unexplained(session.request)) == []

    def test_no_prompt_has_two_options_with_the_same_consequence(self) -> None:
        """Compared on what players are told at once and on some random ways to the end of the procedure."""
        for session, rng in self.moments(150):
            request = session.request
            exempt = {**self.may_be_alike, **(self._told_to_the_campaign if self.plays_aftermath else {})}
            if request is None or session.secret is not None or request.name in exempt or rng.random() < 0.8:
                continue
            for one, other in _alike(session, request):
                raise AssertionError(f"{request.key}: {words_of(one)} and {words_of(other)} come to the same")

    def test_players_never_read_ids_field_names_or_sections(self) -> None:
        for session, _ in self.moments(150):
            request, result = session.request, session.last_result
            if request is not None:
                texts = [request.title, *(line.rule for tally in request.tally for line in tally.lines)]
                texts += [text for option in request.options for text in (option.label, option.why_not or "")]
                schema: dict[str, Any] = request.schema()
                for part in (*schema.get("columns", ()), *schema.get("rows", ())):
                    texts += [part["label"], *part.get("closed", {}).values()]
            else:
                texts = [text for action in session.actions() for text in (action.title, action.why_not or "")]
            texts.append(result.text if result is not None else "")
            where = request.key if request is not None else "at rest"
            assert [text for text in texts if _INSIDE.search(text)] == [], where

    def test_what_is_started_out_of_turn_says_so(self) -> None:
        """Front ends tell it by the title alone."""
        for session, _ in self.moments(20):
            tools = [action.title for action in session.actions() if action.kind == "out_of_turn"]
            assert [title for title in tools if "out of turn" not in title] == []

    def test_no_title_names_who_is_asked(self) -> None:
        """Front ends say it before every title: `Ito: Ito: split the dice`."""
        for session, _ in self.moments(150):
            request = session.request
            if request is not None:
                assert not request.title.startswith(f"{session.table.title(str(request.by))}:"), request.title


def _unexplained(request: Request[object]) -> Iterator[str]:
    """The bounds without a reason, as programs read them: those that the options or the total make need none."""
    schema: dict[str, Any] = request.schema()
    free = sum(option.why_not is None for option in request.options)
    if (schema.get("at_most", free) < free or schema.get("at_least")) and "why" not in schema:
        yield f"{request.key}: {schema['at_least']} to {schema['at_most']} of {free}"
    spans: list[tuple[str, int | None, dict[str, Any]]] = [("it", None, schema)]
    spans += [(column["label"], None, column) for column in schema.get("columns", ())]
    for plan in schema.get("plans", ()):
        spans += [(name, plan["total"] or 0, part) for name, part in plan["parts"].items()]
    for name, total, span in spans:
        if "hi" in span and (total is None or span["hi"] < total) and "why_hi" not in span:
            yield f"{request.key}: {name} at most {span['hi']}"
        if span.get("lo") and "why_lo" not in span:
            yield f"{request.key}: {name} at least {span['lo']}"


def _alike(session: Session, request: Request[object]) -> Iterator[tuple[Any, Any]]:
    """Pairs of answers, of the first few, that no future tells apart."""
    few, many = FUTURES
    values = [] if request.several else [option.value for option in request.options if option.why_not is None][:6]
    seen: dict[str, Any] = {}
    for value in values:
        consequence = _consequence(session, request, value, range(few))
        other = seen.setdefault(consequence, value)
        if other is not value and all(
            _consequence(session, request, value, (seed,)) == _consequence(session, request, other, (seed,))
            for seed in range(few, many)
        ):
            yield other, value


def _consequence(session: Session, request: Request[object], value: Any, seeds: Iterable[int]) -> str:
    """All that follows from an answer: what players are told at once, and random ways to the procedure's end."""
    before = session.undo_count
    seen: list[Any] = []
    for seed in seeds:
        rng = Random(seed)
        told = [_told(session.answer(value, request.side), str(value)), _prompt(session)]
        for _ in range(FAR):
            if session.run is None:
                break
            told.append(_told(step_random(session, rng), str(value)))
        seen.append((checksum(session), told))
        session.undo(session.undo_count - before)
    return repr(seen)


def _prompt(session: Session) -> Any:
    request = session.request
    standing = [(s.of, s.role, s.rows) for s in session.standings]
    return (request.title, [t.sentence() for t in request.tally]) if request is not None else None, standing


def _told(events: list[Event], value: str) -> list[str]:
    """Notes and results, without the words of the answer itself."""
    return [event.text.replace(value, "") for event in events if isinstance(event, (Note, Result))]


def _thrown(session: Session, request: Request[object]) -> list[tuple[str, tuple[Any, ...]]]:
    answers = session.run.answers if session.run is not None else session.entries[-1].answers
    value = next(given.value for given in reversed(answers) if given.key == request.key)
    return [(dice.name, faces) for dice, faces in zip(request.dice, value, strict=True) if faces]
