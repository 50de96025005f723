"""A campaign on disk: rosters carry over, the ledger leads to them, and everything can be taken back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.errors import InvalidInput
from companion.frontend.saying.campaigns import campaign_lines, effect_lines
from companion.report.markdown import markdown
from companion.report.writing import chronicle_of
from companion.store.campaigns import changing, read_campaign
from companion.store.careers import life
from companion.store.closing import Effect, close, edit
from companion.store.diagnostics import CannotOpen
from companion.store.effects import correct, correcting, reopen, reopening, void
from companion.store.format.campaign import Outcome
from companion.store.joining import Joining, join, leave
from companion.store.ledger import careers, closing, differences, owed, standings, state_of
from companion.store.listing import list_campaigns, summaries
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.verify import check_file
from tests.examples import present
from tests.store.feuds import begin, done, feud, fight, now, play, recorded, session_file, settle, units
from tests.store.helpers import put, text_of


def fallen(file: Path, of: str) -> list[str]:
    table = restore(session_file(file, of)).session.table
    return [unit.id for unit in table.units.values() if not unit.alive]


def test_the_second_battle_begins_with_what_the_first_left(file: Path) -> None:
    first = begin(file, title="First blood")
    play(file, first, gold=12)
    assert state_of(now(file), first) == "closed"
    scarred = fallen(file, first)
    assert scarred
    second = begin(file)
    table = restore(session_file(file, second)).session.table
    assert [table.unit(of).skill for of in scarred] == [3] * len(scarred)
    assert all(unit.alive for unit in table.units.values())
    assert [side.gold for side in table.sides.values()] == [32, 32]
    assert [side.settled for side in table.sides.values()] == [False, False]
    roster = next(of for of, r in now(file).rosters.items() if scarred[0] in r.units)
    (chapter,) = [one for one in life(now(file), roster, scarred[0]).chapters if one.changes]
    (entry,) = chapter.changes
    assert (chapter.title, entry.field, entry.before, entry.after) == (now(file).battles[first].title, "skill", 4, 3)
    assert (entry.why, entry.dice) == ("a scar", (1,))
    assert check_file(file) == []


def test_each_roster_closes_when_its_own_aftermath_ends(file: Path) -> None:
    of = begin(file)
    with pytest.raises(InvalidInput, match="is not over"):
        done(file, close, of, restore(session_file(file, of)).session)
    play(file, of, "boris")
    with pytest.raises(InvalidInput, match="aftermath of Rhea is not done"):
        done(file, close, of, restore(session_file(file, of)).session)
    assert owed(now(file), of) == ["rhea"]
    assert now(file).battles[of].result is not None
    with pytest.raises(InvalidInput, match="has not closed"):
        begin(file)
    opened = open_session(session_file(file, of))
    settle(opened.session, "rhea")
    opened.close()
    assert state_of(now(file), of) == "closed"
    assert sum(line.played for line in standings(now(file))) == 2
    assert sum(line.won for line in standings(now(file))) == 1
    assert {career.battles for career in careers(now(file), "rhea").values()} == {1}


def test_a_battle_that_players_ended_early_is_closed_as_they_say(file: Path) -> None:
    of = begin(file)
    session = restore(session_file(file, of)).session
    with changing(file) as made:
        assert close(made, of, session, result=Outcome(("boris",), by_hand=True)) == ["rhea", "boris"]
    assert standings(now(file))[0].name == "Boris"
    looked_at = open_session(session_file(file, of))
    assert looked_at.trouble == "", "no aftermath was undone: nobody has played one"
    looked_at.close()
    practice = begin(file, practice=True)
    opened = open_session(session_file(file, practice))
    fight(opened.session, 1)
    opened.close()
    done(file, close, practice, restore(session_file(file, practice)).session)
    assert state_of(now(file), practice) == "closed"
    assert check_file(file) == []


def test_a_game_without_an_aftermath_is_closed_by_the_command(tmp_path: Path) -> None:
    file = feud(tmp_path, game="duel")
    of = begin(file)
    opened = open_session(session_file(file, of))
    opened.session.adjust("rone", "skill", 5, why="a good teacher")
    fight(opened.session, 2)
    opened.close()
    with changing(file) as made:
        assert close(made, of, restore(session_file(file, of)).session) == ["rhea", "boris"]
    row = present(closing(now(file), of, "rhea"))
    (entry,) = row.entries
    assert (entry.of, entry.field, entry.before, entry.after, entry.why) == ("rone", "skill", 4, 5, "a good teacher")
    totals = careers(now(file), "rhea") | careers(now(file), "boris")
    down = {of for of, career in totals.items() if career.fell}
    assert down == set(fallen(file, of))
    assert all(totals[of].taken >= 3 for of in down)
    assert check_file(file) == []


def test_reopening_takes_back_and_closing_again_puts_back(file: Path) -> None:
    of = begin(file)
    start = now(file).rosters
    play(file, of)
    closed, ledger = now(file).rosters, now(file).ledger
    assert done(file, close, of, restore(session_file(file, of)).session) == [], "it is closed once"
    assert now(file).ledger == ledger
    done(file, reopen, of, ["rhea"])
    assert now(file).rosters["rhea"] == start["rhea"]
    assert now(file).rosters["boris"] == closed["boris"]
    assert owed(now(file), of) == ["rhea"]
    assert check_file(file) == []
    open_session(session_file(file, of)).close()
    assert owed(now(file), of) == ["rhea"], "what players have reopened stays open"
    done(file, close, of, restore(session_file(file, of)).session)
    assert now(file).rosters == closed


def test_an_undo_past_a_closed_aftermath_is_said_and_played_on_the_battle_is_closed_anew(fought: Path) -> None:
    closed = now(fought).rosters
    opened = open_session(session_file(fought, "b1"))
    steps = opened.session.entries[-1].weight
    opened.session.undo(steps)
    assert "the campaign still has the aftermath of Boris" in opened.trouble
    assert now(fought).rosters == closed
    opened.session.redo(steps)
    assert opened.trouble == ""
    opened.session.undo()
    opened.session.answer(40)
    opened.close()
    assert [roster.fields["gold"] for roster in now(fought).rosters.values()] == [30, 60]
    assert [row.kind for row in now(fought).ledger][-3:] == ["battle", "reversal", "battle"]
    assert check_file(fought) == []


def test_what_was_built_on_a_battle_is_named_and_voiding_shifts_numbers(file: Path) -> None:
    first = begin(file, title="First blood")
    play(file, first, gold=12)
    second = begin(file, title="Revenge")
    play(file, second, gold=3)
    effect = reopening(now(file), first)
    assert effect.dependents == [second]
    with pytest.raises(InvalidInput, match="Revenge was built on First blood"), changing(file) as made:
        reopen(made, first)
    opened = open_session(session_file(file, first))
    opened.session.undo()
    opened.session.answer(99)
    assert "Revenge was built on First blood" in opened.trouble
    opened.close()
    opened = open_session(session_file(file, first))
    opened.session.undo()
    opened.session.answer(12)
    opened.close()
    done(file, void, first, "the dice were loaded")
    assert [roster.fields["gold"] for roster in now(file).rosters.values()] == [23, 23]
    assert state_of(now(file), first) == "voided"
    assert sum(line.played for line in standings(now(file))) == 2
    assert check_file(file) == []


def test_a_battle_that_is_voided_without_a_reason_is_voided_and_no_more(file: Path) -> None:
    of = begin(file, title="First blood")
    done(file, void, of, "")
    assert next(line for line in campaign_lines(now(file)) if "First blood" in line).endswith("; voided")
    assert "voided: voided" not in markdown(chronicle_of(file))
    with pytest.raises(InvalidInput, match=r"First blood is voided$"), changing(file) as made:
        close(made, of, restore(session_file(file, of)).session)


def test_what_changed_since_stays_when_a_battle_is_voided(file: Path) -> None:
    of = begin(file)
    done(file, edit, "rhea", [("rone", "note", "grim")], "seen at the inn")
    play(file, of)
    first = begin(file)
    with changing(file) as made:
        edit(made, "rhea", [("rone", "note", "merry")], "drunk")
        effect = void(made, first, "called off")
    assert effect.clashes == []
    assert now(file).rosters["rhea"].units["rone"]["note"] == "merry"


def test_practice_counts_for_nothing(file: Path) -> None:
    of = begin(file, practice=True)
    other = begin(file, practice=True)
    before = now(file).rosters
    play(file, of)
    assert state_of(now(file), of) == "closed"
    assert now(file).rosters == before
    assert all(line.played == 0 for line in standings(now(file)))
    assert careers(now(file), "rhea") == {}
    assert other != begin(file), "practice holds nobody up"


def test_who_joins_late_gets_ids_and_names_of_their_own(file: Path) -> None:
    with changing(file) as made:
        assert join(made, [Joining("Rone", "", units("Rone", "Rtwo", "Zed"))]) == ["rone_2"]
    late = now(file).rosters["rone_2"]
    assert late.units.keys() == {"rone_a", "rtwo_a", "zed"}
    assert [unit["name"] for unit in late.units.values()] == ["Rone A", "Rtwo A", "Zed"]
    of = begin(file, "rhea", "rone_2")
    play(file, of)
    with changing(file) as made:
        leave(made, "boris")
    with pytest.raises(InvalidInput, match="Boris has left"):
        begin(file, "rhea", "boris")
    with pytest.raises(InvalidInput, match="plays in this campaign already"), changing(file) as made:
        join(made, [Joining("BORIS", "", units("Ann"))])
    assert check_file(file) == []


def test_a_change_by_hand_is_named_and_recorded(file: Path) -> None:
    put(file, "skill = 4", "skill = 5")
    put(file, "gold = 20", "gold = 25")
    found = [str(one) for one in check_file(file)]
    assert len(found) == 2
    assert "rhea: rone.skill: the roster has 5, the ledger leads to 4" in found[1]
    assert f"{file}:" in found[1]
    before = text_of(file)
    with changing(file) as made:
        notices = made.notices
    assert len(notices) == 2
    assert text_of(file) != before
    row = now(file).ledger[-1]
    assert (row.kind, [e.by for e in row.entries]) == ("manual", ["manual", "manual"])
    assert check_file(file) == []
    assert now(file).rosters["rhea"].units["rone"]["skill"] == 5


def test_units_of_one_name_are_named_and_a_battle_tells_them_apart(file: Path) -> None:
    put(file, 'name = "Bone"', 'name = "rone"')
    with changing(file):
        pass
    (fault,) = check_file(file)
    assert fault.key == "rosters.boris.units.bone.name"
    assert fault.reason == "Rhea's house has a unit called rone too: battles tell them apart by letters"
    of = begin(file)
    table = restore(session_file(file, of)).session.table
    assert [table.unit(unit).name for unit in ("rone", "rtwo", "bone", "btwo")] == ["Rone A", "Rtwo", "rone B", "Btwo"]
    play(file, of)
    assert [now(file).rosters[r].units[u]["name"] for r, u in (("rhea", "rone"), ("boris", "bone"))] == ["Rone", "rone"]


def test_a_name_that_another_unit_has_is_refused_by_hand(file: Path) -> None:
    for name in ("Bone", "RTWO "):
        with pytest.raises(InvalidInput, match="has a unit called"), changing(file) as made:
            edit(made, "rhea", [("rone", "name", name)], "a wish")
    with changing(file) as made:
        edit(made, "rhea", [("rone", "name", "RONE")], "a wish")
        edit(made, "boris", [("bone", "gone", "died")], "lost")
        edit(made, "rhea", [("rtwo", "name", "Bone")], "in memory")
    assert check_file(file) == []


def test_a_unit_added_or_struck_off_by_hand(file: Path) -> None:
    text = text_of(file)
    start = text.index("[rosters.boris.units.btwo]")
    end = text.index("[[ledger]]")
    file.write_text(text[:start] + '[rosters.boris.units.dan]\nname = "Dan"\nskill = 2\n\n' + text[end:], "utf-8")
    with changing(file) as made:
        assert len(made.notices) == 2
    assert now(file).rosters["boris"].units.keys() == {"bone", "dan"}
    assert list(differences(now(file))) == []


def test_who_was_struck_off_while_a_battle_was_fought_does_not_come_back_by_it(file: Path) -> None:
    """Its scar made a unit of it again, one without a name."""
    of = begin(file)
    done(file, edit, "rhea", [("rone", "", None)], "she left")
    play(file, of)
    assert now(file).rosters["rhea"].units.keys() == {"rtwo"}
    assert now(file).rosters["rhea"].units["rtwo"]["skill"] == 3
    assert check_file(file) == []


def test_who_was_struck_off_after_a_battle_does_not_come_back_when_it_is_voided(file: Path) -> None:
    done(file, edit, "rhea", [("rone", "skill", 3)], "a fever")
    of = recorded(file, "By the fire", Outcome(("boris",)), {"rhea": [("rone", "skill", None)]}, "well again")
    done(file, edit, "rhea", [("rone", "", None)], "she left")
    done(file, void, of, "a dream")
    assert now(file).rosters["rhea"].units.keys() == {"rtwo"}


def test_a_value_that_cannot_be_and_a_roster_in_which_nobody_is_left_are_said(file: Path) -> None:
    done(file, edit, "rhea", [("rone", "skill", 9)], "a wish")
    (fault,) = check_file(file)
    assert fault.key == "rosters.rhea.units.rone.skill"
    assert fault.line == text_of(file).splitlines().index("skill = 9") + 1
    before = text_of(file)
    with pytest.raises(CannotOpen, match="skill"):
        begin(file)
    assert text_of(file) == before
    done(file, edit, "rhea", [("rone", "skill", 4)], "it cannot be")
    done(file, edit, "rhea", [(unit, "gone", "died") for unit in ("rone", "rtwo")], "a fever")
    with pytest.raises(InvalidInput, match=r"^Rhea's house has nobody left who can fight$"):
        begin(file)


def test_a_lost_session_is_said_and_what_it_left_stays(fought: Path) -> None:
    left, rone = now(fought).rosters, life(now(fought), "rhea", "rone")
    session_file(fought, "b1").unlink()
    assert life(now(fought), "rhea", "rone") == rone
    (fault,) = check_file(fought)
    assert fault.reason == "the record of Battle 1 is missing; what it left to the rosters stays"
    begin(fought)
    assert now(fought).rosters == left


def test_a_renamed_session_is_found_and_a_strange_one_is_named(file: Path) -> None:
    of = begin(file)
    session_file(file, of).rename(file.with_name("other.toml"))
    play(file, of)
    assert state_of(now(file), of) == "closed"
    put(file.with_name("other.toml"), now(file).battles[of].session_id, "0123456789abcdef")
    assert any("belongs to no battle" in fault.reason for fault in check_file(file))


def test_the_list_reads_the_head_of_the_file_alone(tmp_path: Path) -> None:
    file = feud(tmp_path)
    begin(file, title="First blood")
    text = text_of(file)
    file.write_text(text[: text.index("[players")] + "this is no TOML [[[", encoding="utf-8")
    (made,) = list_campaigns(tmp_path)
    assert (made.name, made.title, made.open, made.fault) == ("The long feud", "Feud", ["First blood"], "")
    assert [s.campaign for s in summaries(tmp_path)] == ["the-long-feud"]
    with pytest.raises(CannotOpen):
        read_campaign(file)
    file.write_text("broken [", encoding="utf-8")
    assert list_campaigns(tmp_path)[0].fault


@pytest.mark.parametrize("act", [void, reopen, correct])
def test_a_purse_below_0_is_shown_before_a_battle_is_taken_back_and_set_to_0_where_players_say_so(
    fought: Path, act: Callable[..., Effect]
) -> None:
    """Rhea has spent what she earned in it."""
    how: tuple[object, ...] = {void: ("mud",), correct: (Outcome(("rhea",), by_hand=True),)}.get(act, ())
    of = "b1"
    done(fought, edit, "rhea", [("rhea", "gold", 3)], "a horse")
    if act is correct:
        # The result of another battle shows it too, and may mend it.
        done(fought, void, of, "mud")
        (fault,) = check_file(fought)
        assert (fault.key, fault.reason) == ("rosters.rhea.gold", "gold cannot be -7 (allowed: 0 or more)")
        with pytest.raises(InvalidInput, match="Rhea's house: gold cannot be -7"):
            begin(fought)
        of = recorded(fought, "", Outcome(("boris",), by_hand=True), {}, "by hand")
    before = text_of(fought)
    effect = correcting(now(fought), of, *how) if act is correct else reopening(now(fought), of)  # type: ignore[arg-type]
    (poor,) = effect.unfit
    assert (poor.roster, poor.of, poor.field, poor.value, poor.nearest) == ("rhea", "rhea", "gold", -7, 0)
    told = "\n".join(effect_lines(now(fought), of, effect, "void"))
    assert "no battle can begin with this: Rhea's house: gold cannot be -7" in told
    assert text_of(fought) == before, "nothing is changed by looking"
    effect = done(fought, act, of, *how, mending=True)
    assert effect.unfit == []
    changed = [(e.before, e.after) for roster, e in effect.entries if roster == "rhea" and e.field == "gold"]
    assert changed[-1] == (-7, 0)
    assert now(fought).rosters["rhea"].fields["gold"] == 0
    assert check_file(fought) == []
