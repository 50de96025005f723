"""The app's dice follow from a seed that the session commits to, and nothing that players try with them goes unsaid."""

import hashlib
import hmac
import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from companion.cli import main
from companion.engine import log
from companion.engine.dice import D6, Dice, Faces
from companion.engine.errors import InvalidInput
from companion.engine.inputs import Answer
from companion.engine.registry import BUILT_IN
from companion.engine.requests import Allotment, Roll, Split
from companion.engine.seed import ProcedurePlace, Seed
from companion.engine.session import Session
from companion.frontend.saying.luck import luck_lines
from companion.play.dice_checks import verify
from companion.store.diagnostics import CannotOpen
from companion.store.folders import log_file
from companion.store.manage import copy_session, create_session
from companion.store.opening import Opened, open_session
from companion.testing import step_random
from tests.engine.duels import to_the_blow, to_the_split
from tests.examples import present, table_of
from tests.games.duel import example
from tests.searching import one_in
from tests.store.helpers import anything, picture, put

GAMES = tuple(BUILT_IN)
FIRST = ProcedurePlace(0, "exchange", 0)


def to_secret(session: Session) -> Split:
    """Both are to split their dice in secret; the request of the first."""
    return present(to_the_split(session).request, Split)


def to_roll(session: Session) -> Roll:
    """Plays on until dice are asked for."""
    return present(to_the_blow(session).request, Roll)


def random_game(opened: Opened, seed: int, inputs: int) -> None:
    """Everything that players may do; two rolls of three are the app's."""
    rng = Random(seed)
    for _ in range(inputs):
        session = opened.session
        if isinstance(session.request, Roll) and rng.random() < 0.66:
            session.answer("roll", by="")
        elif session.run is not None or session.table.over is None:
            anything(session, rng)


def test_the_seed_is_on_disk_with_the_first_input_and_then_in_the_file(duel: Path) -> None:
    assert "seed" not in duel.read_text()
    opened = open_session(duel)
    seed = present(opened.session.seed)
    request = to_roll(opened.session)
    assert seed.value in log_file(duel).read_text()
    again = open_session(duel, read_only=True)
    assert again.session.seed == seed
    opened.session.answer("roll")
    assert request.rolled == seed.faces(FIRST, request.key, request.dice)
    opened.session.undo(opened.session.undo_count)
    opened.session.start("exchange", {"fighter": "ann"})
    opened.session.leave(keep=True)
    opened.close()
    head = tomllib.loads(duel.read_text())["session"]["dice"]
    fixed = hashlib.sha256(bytes.fromhex(seed.value) + b" 0").hexdigest()
    assert head == {"seed": seed.value, "hash": fixed, "since": 0, "method": 2, "taken_back": head["taken_back"]}
    assert open_session(duel).session.seed == seed


@pytest.mark.parametrize("how", ["typed", "rolled"])
def test_dice_that_were_undone_keep_their_faces_and_whether_they_were_typed(duel: Path, how: str) -> None:
    opened = open_session(duel)
    session = opened.session
    request = to_roll(session)
    faces = present(session.seed).faces(FIRST, request.key, request.dice)
    typed = tuple((6,) * dice.count for dice in request.dice)
    assert typed != faces
    session.answer(typed if how == "typed" else "roll")
    session.undo()
    session.answer("roll")
    given = next(a for a in present(session.run).answers if a.key == request.key)
    assert (given.value, given.how) == (typed if how == "typed" else faces, how)
    opened.close()
    assert verify(duel)[0]


@pytest.mark.parametrize("seed", one_in(3, range(12)))
def test_whatever_is_played_the_dice_fit_the_seed(seed: int, tmp_path: Path) -> None:
    """Undo, redo, amend, overrule, typed dice, closing and opening again, a program that was killed."""
    file = create_session(example(), tmp_path, "Duel")
    shown = ""
    for part in range(4):
        opened = open_session(file)
        assert opened.session.seed is not None
        random_game(opened, 10 * seed + part, 40)
        seen = picture(opened.session)
        shown = shown or opened.session.seed.commitment
        if part % 2:
            opened.close()
        else:
            opened._recorder.snapshots.wait()  # type: ignore[union-attr]  # as if killed: nothing is tidied up
            opened._recorder.close()  # type: ignore[union-attr]
        assert picture(open_session(file, read_only=True).session) == seen
    fine, lines = verify(file, shown)
    assert fine, lines


@pytest.mark.parametrize("game", GAMES)
def test_each_face_that_somebody_changes_is_found(game: str, tmp_path: Path) -> None:
    """Also where the changed face leads to other questions than those that were answered."""
    file = create_session(table_of(game), tmp_path, "Evening")
    opened, rng, rolls = open_session(file), Random(5), 0
    session = opened.session
    while session.run is not None or (rolls < 6 and session.table.over is None):
        if isinstance(session.request, Roll):
            session.answer("roll")
            rolls += 1
        else:
            step_random(session, rng)
    opened.close()
    assert verify(file)[0]
    rows = file.read_text().splitlines(keepends=True)
    rolled = [place for place, row in enumerate(rows) if 'how = "rolled"' in row]
    assert rolled
    for place in rng.sample(rolled, min(6, len(rolled))):
        file.write_text("".join([*rows[:place], with_another_face(rows[place]), *rows[place + 1 :]]))
        fine, lines = verify(file)
        assert not fine
        assert any(line.startswith(("WRONG", "NOT VERIFIABLE")) for line in lines)


def with_another_face(row: str) -> str:
    """The row of a roll with its first face changed."""
    before, _, rest = row.partition("value = ")
    face = present(re.search(r'\d+|"\w+"', rest))
    other = f"{int(face[0]) % 6 + 1}" if face[0].isdecimal() else '"blank"' if face[0] != '"blank"' else '"hit"'
    return f"{before}value = {rest[: face.start()]}{other}{rest[face.end() :]}"


def test_another_hash_than_the_one_shown_is_found_and_a_copy_has_a_seed_of_its_own(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = open_session(duel)
    rolled(opened.session)
    assert opened.session.seed is not None
    shown = opened.session.seed.commitment
    opened.close()
    copied = open_session(copy_session(duel, duel.parent, "Copy"), read_only=True).session
    assert copied.seed != opened.session.seed
    assert picture(copied)["state"] == picture(opened.session)["state"]
    assert main(["verify-dice", str(duel), "--hash", shown]) == 0
    assert main(["verify-dice", str(duel), "--hash", shown[:16]]) == 0, "as the Luck page shows it"
    assert main(["verify-dice", str(duel), "--hash", shown[:15]]) == 1, "too little to know it by"
    assert main(["verify-dice", str(duel), "--hash", "0" * 16]) == 1
    assert main(["verify-dice", str(duel), "--hash", "0" * 64]) == 1
    assert "WRONG" in capsys.readouterr().out


def test_a_seed_that_is_none_is_refused_with_its_key(duel: Path) -> None:
    put(duel, "[options]", '[session.dice]\nseed = "short"\n\n[options]')
    with pytest.raises(CannotOpen, match=r"session\.dice\.seed"):
        open_session(duel)


def test_a_session_with_dice_of_its_own_is_not_verifiable_and_gets_a_seed_from_then_on(duel: Path) -> None:
    opened = open_session(duel, rng=Random(1))
    random_game(opened, 5, 40)
    opened.close()
    assert verify(duel)[1][0].startswith("not verifiable")
    played = len(opened.session.entries)
    opened = open_session(duel)
    assert present(opened.session.seed).since in (played, played + 1)
    opened.close()


def mix_of(slot: Split) -> list[tuple[object, Fraction]]:
    """Every way to split as often as any other."""
    plan = slot.plans[0]
    one, two = plan.allotments
    ways = [{one: n, two: (plan.total or 0) - n} for n in range((plan.total or 0) + 1)]
    return [({"plan": plan.plan, "parts": parts}, Fraction(1, len(ways))) for parts in ways]


def test_what_the_app_picks_in_secret_follows_from_the_seed_and_is_checked_once_it_is_revealed(duel: Path) -> None:
    opened = open_session(duel)
    session = opened.session
    seed, slot = session.seed, to_secret(session)
    assert seed is not None
    session.draw(mix_of(slot), str(slot.by))
    assert session.sealed == [slot.by]
    assert not any("picked" in line.text for line in log.lines(session))
    drawn = present(session.run).sealed[str(slot.by)]
    session.undo()
    session.draw(mix_of(slot), str(slot.by))
    assert present(session.run).sealed[str(slot.by)] == drawn
    before = [check.picked for check in open_session(duel, read_only=True).session.dice_checks()]
    assert not any(before)
    step_random(session, Random(1))
    assert any("(picked by the app)" in line.text for line in log.lines(session))
    number = len(session.entries)
    session.leave(keep=True)
    opened.close()

    name = session.entries[number].procedure
    earlier = sum(entry.procedure == name for entry in session.entries[:number])
    message = f"{name} {earlier} pick 0 {slot.key}".encode()
    n = int.from_bytes(hmac.new(bytes.fromhex(seed.value), message, hashlib.sha256).digest()[:8], "big")
    expected = mix_of(slot)[n % len(mix_of(slot))][0]
    row = next(row for row in tomllib.loads(duel.read_text())["journal"][-1]["inputs"] if row.get("how") == "drawn")
    assert row["value"] == expected
    assert [share["value"] for share in row["mix"]] == [value for value, _ in mix_of(slot)]
    fine, lines = verify(duel)
    assert fine
    assert any("and 1 pick of the app" in line for line in lines)


def test_another_pick_than_the_seed_gives_is_found() -> None:
    session = Session(example(), seed=Seed("0f" * 32))
    slot = to_secret(session)
    session.draw(mix_of(slot), str(slot.by))
    step_random(session, Random(1))
    session.leave(keep=True)
    weights = [1] * len(mix_of(slot))
    where = ProcedurePlace(0, "exchange", 0)
    seeds = [Seed(f"{n:02x}" * 32) for n in range(20)]
    places = [seed.place(where, slot.key, weights) for seed in (Seed("0f" * 32), *seeds)]
    assert set(places) == set(range(len(weights)))
    session.seed = next(seed for seed, place in zip(seeds, places[1:], strict=True) if place != places[0])
    played = len(session.entries)
    assert [check.fits for check in session.dice_checks() if check.picked] == [False]
    assert len(session.entries) == played > 0, "looking at the dice takes nothing back"
    session.undo()


def test_a_mix_of_endless_fractions_is_drawn_all_the_same(duel: Path) -> None:
    opened = open_session(duel)
    slot = to_secret(opened.session)
    odd = Fraction(1, 3**40)
    values = [value for value, _ in mix_of(slot)]
    opened.session.draw([(values[0], odd), (values[1], 1 - odd)], str(slot.by))
    run = present(opened.session.run)
    sealed = present(run.sealed[str(slot.by)], Allotment)
    assert sealed.allotments == values[1]["parts"]  # type: ignore[index]
    taken = present(run.inputs[-1].input, Answer)
    assert [share.weight for share in taken.mix] == [0, 2**32]
    with pytest.raises(InvalidInput):
        opened.session.draw([], str(slot.by))
    opened.close()
    open_session(duel).close()


def test_ten_lines_of_anybody_give_the_same_faces() -> None:
    """What docs/dice.md says, written anew."""
    seed = Seed("0f" * 32, 0, words=("wind", "rain"))
    secret = hashlib.sha256(bytes.fromhex(seed.value) + b"\nwind" + b"\nrain").digest()
    dice = [Dice("a", D6, 4), Dice("b", D6, 3)]
    key = "exchange[ann]/blow:red+blue"

    def face(group: int, place: int) -> int:
        attempt = 0
        while True:
            message = f"exchange 7 {group} {place} {attempt} {key}".encode()
            n = int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest()[:8], "big")
            if n < 2**64 - 2**64 % 6:
                return n % 6 + 1
            attempt += 1

    expected = tuple(tuple(face(g, p) for p in range(d.count)) for g, d in enumerate(dice))
    assert seed.faces(ProcedurePlace(9, "exchange", 7), key, dice) == expected
    more = [Dice("a", D6, 6), Dice("b", D6, 3)]
    assert seed.faces(ProcedurePlace(9, "exchange", 7), key, more)[0][:4] == expected[0]
    with pytest.raises(InvalidInput):
        Seed("no seed")


@pytest.fixture
def opened(duel: Path) -> Iterator[Opened]:
    """A duel whose dice follow from a seed."""
    made = open_session(duel)
    yield made
    made.close()


def rolled(session: Session) -> tuple[Faces, ...]:
    """What the app rolls at the next dice."""
    request = to_roll(session)
    session.answer("roll")
    return present(request.rolled)


def back_to_rest(session: Session) -> None:
    session.undo(1 + len(session.run.inputs) if session.run is not None else 1)
    assert session.run is None


def kept(opened: Opened) -> Path:
    """The file, after the procedure with all its dice was broken off and the session closed."""
    opened.session.leave(keep=True)
    assert opened.close()
    return opened.file


def test_undo_to_rest_and_a_change_before_the_same_start_give_the_same_faces(opened: Opened) -> None:
    session = opened.session
    first = rolled(session)
    back_to_rest(session)
    session.adjust("red", "score", change=1, why="anything at all")
    assert rolled(session) == first
    assert session.taken_back == [], "it stands again"
    opened.close()
    assert verify(opened.file)[0]


def test_a_roll_that_was_taken_back_is_told_and_kept_over_opening(opened: Opened) -> None:
    session = opened.session
    first = rolled(session)
    back_to_rest(session)
    to_the_blow(session)
    session.answer(tuple(tuple(6 if face != 6 else 5 for face in group) for group in first))
    file = kept(opened)
    for seen in (session, open_session(file, read_only=True).session):
        assert [roll.value for roll in seen.taken_back] == [first]
        assert any(line.kind == "undone" and "rolled by the app" in line.text for line in log.lines(seen))
        assert any(line.startswith("Taken back: ") for line in luck_lines(seen))
    fine, lines = verify(file)
    assert fine
    assert lines[-1].endswith("0 rolled, 1 taken back, 1 typed, dice of procedure 1 on.")
    assert "taken_back" in file.read_text()
    copy = copy_session(file, file.parent, "Copy").read_text()
    assert "taken_back" not in copy
    assert "[session.dice]" not in copy


@pytest.mark.parametrize("undone", [False, True])
def test_a_procedure_that_is_left_takes_its_rolls_back_each_once(opened: Opened, undone: bool) -> None:
    first = rolled(opened.session)
    if undone:
        opened.session.undo()
        assert len(opened.session.taken_back) == 1
        opened.session.redo()
        assert opened.session.taken_back == [], "it is redone"
    opened.session.leave(keep=False)
    assert [roll.value for roll in opened.session.taken_back] == [first]


def test_a_roll_that_is_made_to_look_typed_is_counted_as_typed(opened: Opened) -> None:
    rolled(opened.session)
    file = kept(opened)
    assert "1 rolled, 0 taken back, 0 typed" in verify(file)[1][-1]
    put(file, ', how = "rolled"', "")
    assert "0 rolled, 0 taken back, 1 typed" in verify(file)[1][-1]


@pytest.mark.parametrize("hashed", [False, True])
def test_a_seed_that_begins_later_is_found(opened: Opened, hashed: bool) -> None:
    rolled(opened.session)
    seed, file = opened.session.seed, kept(opened)
    assert seed is not None
    put(file, "since = 0", "since = 1")
    if hashed:
        put(file, seed.commitment, type(seed)(seed.value, 1).commitment)
    fine, lines = verify(file)
    assert not fine
    assert any(line.startswith("NOT VERIFIABLE: 1 roll") for line in lines)
    assert any(line.startswith("WRONG: session.dice.hash") for line in lines) != hashed
    assert not verify(file, seed.commitment)[0]


def test_the_words_of_the_players_change_the_dice_and_are_verified(opened: Opened) -> None:
    session = opened.session
    plain = rolled(session)
    back_to_rest(session)
    red, blue = session.table.sides
    session.adjust(red, "dice_word", "chrysanthemum")
    one = rolled(session)
    back_to_rest(session)
    session.adjust(blue, "dice_word", "wind")
    both = rolled(session)
    assert len({plain, one, both}) > 1
    assert len(session.taken_back) == len({plain, one} - {both})
    with pytest.raises(InvalidInput, match="rolled already"):
        session.adjust(blue, "dice_word", "rain")
    file = kept(opened)
    fine, lines = verify(file)
    assert fine
    assert any("chrysanthemum" in line for line in lines)
    put(file, 'dice_word = "wind"', 'dice_word = "rain"')
    assert any(line.startswith("WRONG: procedure") for line in verify(file)[1])


def test_a_seed_of_an_older_session_still_gives_its_dice(opened: Opened) -> None:
    seed = present(opened.session.seed)
    opened.session.seed = type(seed)(seed.value, 0, 1)
    opened._recorder._seed = opened.session.seed  # type: ignore[union-attr]
    rolled(opened.session)
    file = kept(opened)
    put(file, "method = 1\n", "")
    fine, lines = verify(file)
    assert fine, lines
