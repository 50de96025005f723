"""The plain aftermath of four games: what it asks, what every option changes, and what the next battle starts with."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import cli
from companion.engine.aftermath import BACK, LOST, title_of
from companion.engine.campaign import GONE
from companion.engine.errors import InvalidInput
from companion.engine.log import summary
from companion.engine.session import Session
from companion.engine.state.changes import Change
from companion.engine.wording import does
from companion.frontend.by_hand import mini_joins, mini_leaves
from companion.frontend.palette import DARK
from companion.frontend.saying.rosters import career_words, life_lines, totals_line
from companion.frontend.saying.sentences import ending
from companion.frontend.setup import newcomer
from companion.play.random_player import RandomPlayer
from companion.report.card import card_text
from companion.report.markdown import markdown
from companion.report.writing import battle_in, chronicle_of
from companion.store.campaigns import changing, read_campaign
from companion.store.careers import Life, life
from companion.store.closing import close
from companion.store.effects import correct, reopen
from companion.store.format.campaign import CareerRow, Outcome
from companion.store.ledger import careers, standings, state_of
from companion.store.restore import restore
from companion.store.verify import check_file
from companion.testing import play_random
from tests.examples import part_all, present, table_of
from tests.play.aftermaths import GAMES, campaign_of, closed_late, end_late, ended, fought, opened, settle, settle_late
from tests.searching import one_in
from tests.store.feuds import begin, done, recorded, session_file
from tests.store.helpers import put
from tools.rules_docs import in_campaign


def entries(session: Session, side: str) -> dict[tuple[str, str], Any]:
    return {(e.of, e.field): e.after for e in session.ruleset.batch(session, side).entries}


def marks_of(file: Path) -> dict[str, int]:
    return {of: unit["marks"] for roster in read_campaign(file).rosters.values() for of, unit in roster.units.items()}


def first_unit(session: Session, side: str) -> str:
    return next(str(u.id) for u in session.table.units.values() if u.side == side)


@pytest.mark.parametrize("game", one_in(2, zip(GAMES)))
def test_two_battles_with_an_aftermath_between_them(game: str, tmp_path: Path) -> None:
    marks = {"aftermath_marks": "on", "aftermath_losses": "roll"}
    file = campaign_of(tmp_path, game, **marks)
    of = begin(file, title="First blood")
    played = fought(file, of)
    winner = played.session.table.over_winner
    fallen = [u.id for u in played.session.table.units.values() if not u.alive]
    for side in ("rhea", "boris"):
        hero = first_unit(played.session, side)
        settle(played.session, side, {hero: {"kills": 3, "notes": "held the bridge"}}, face=1, victory_points=4)
    assert played.trouble == ""
    assert not any(action.name == "aftermath" and action.open for action in played.session.actions())
    played.close()
    campaign = read_campaign(file)
    assert state_of(campaign, of) == "closed"
    result = present(campaign.battles[of].result)
    assert result.won == ((winner,) if winner else ())
    assert campaign.rosters["rhea"].fields["victory_points"] == 4
    assert check_file(file) == []
    totals = careers(campaign, "rhea") | careers(campaign, "boris")
    assert {unit for unit, career in totals.items() if career.fell} == set(fallen)
    units = {unit: fields for roster in campaign.rosters.values() for unit, fields in roster.units.items()}
    assert {unit for unit, fields in units.items() if fields.get(GONE) == "died"} == set(fallen)
    for roster in ("rhea", "boris"):
        hero = next(iter(campaign.rosters[roster].units))
        assert units[hero]["notes"] == "held the bridge"
        assert totals[hero].felled >= 3
        if hero not in fallen:
            assert units[hero]["marks"] == 1 + (winner == roster) + 2
    if all(any(u not in fallen for u in campaign.rosters[of].units) for of in ("rhea", "boris")):
        again = restore(session_file(file, begin(file))).session.table
        assert set(again.units) == set(units) - set(fallen)
        assert all(unit.alive for unit in again.units.values())
        assert [side.owes_aftermath for side in again.sides.values()] == [True, True]
        assert [side.victory_points for side in again.sides.values()] == [4, 4]
        assert all(again.unit(u).notes == units[u].get("notes", "") for u in again.units)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_once_the_battle_is_over_can_be_undone_and_said_again(game: str) -> None:
    session = Session(in_campaign(table_of(game)))
    assert "aftermath" not in [action.name for action in session.actions()]
    with pytest.raises(InvalidInput):
        session.start("aftermath", {"side": next(iter(session.table.sides))})
    session = ended(game)
    one, other = session.table.sides
    session.table.over_winner, session.table.over_why = one, "the other side has no unit left"
    settle(session, one, result=other, victory_points=2)
    assert session.table.over_winner == other
    assert session.ruleset.batch(session, one).entries[-1].after == 2
    assert ending(session.table) == f"The game is over: {session.table.title(other)} wins, the players say so."
    assert f"{session.table.title(other)} won: the players say so" in session.entries[-1].conclusion
    with pytest.raises(InvalidInput):
        session.start("aftermath", {"side": one})
    session.undo(session.undo_count)
    assert session.table.over_winner == one
    assert entries(session, one) == {}
    settle(session, one, victory_points=5)
    assert entries(session, one)[one, "victory_points"] == 5
    assert ending(session.table).endswith("the other side has no unit left.")
    settle(session, other)
    assert session.entries[-1].outcome["result"] == ""


@pytest.mark.parametrize("game", GAMES)
def test_random_aftermaths_leave_plain_batches(game: str) -> None:
    for seed in range(3):
        session = Session(in_campaign(table_of(game)), rng=Random(seed))
        assert play_random(session, Random(seed), most=9000, most_entries=4000)
        RandomPlayer(Random(seed)).play_aftermath(session)
        assert not any(side.owes_aftermath for side in session.table.sides.values())
        for side in session.table.sides:
            batch = session.ruleset.batch(session, side)
            assert session.ruleset.batch(session, side) == batch
            units = {u.id: u for u in session.table.units.values() if u.side == side}
            assert {career.of for career in batch.careers} == set(units)
            assert [career.fell for career in batch.careers] == [int(not units[c.of].alive) for c in batch.careers]
        careers = [one for side in session.table.sides for one in session.ruleset.batch(session, side).careers]
        for dealt, taken in (("dealt", "taken"), ("models", "lost")):
            given, suffered = (sum(getattr(one, name) for one in careers) for name in (dealt, taken))
            is_counted = (game == "better-wargame") == (dealt == "models") or game == "legion"
            assert 0 < given <= suffered if is_counted else given == suffered == 0


@pytest.mark.parametrize(
    ("game", "field", "fresh", "hurt", "half", "out", "barely"),
    [("bushido", "wounds_marked", 0, 3, 1, 5, 4), ("gods-gloom", "health", 4, 1, 3, 0, 1)],
)
def test_heal(game: str, field: str, fresh: int, hurt: int, half: int, out: int, barely: int) -> None:
    full_track = {"bushido": "wounds_max", "gods-gloom": "health_max"}[game]
    for heal, kept, back in (("full", fresh, fresh), ("half", half, None), ("keep", hurt, barely)):
        session = ended(game, aftermath_heal=heal)
        side = next(iter(session.table.sides))
        one, two = [u.id for u in session.table.units.values() if u.side == side][:2]
        for of in (one, two):
            session.adjust(of, field, min(fresh, out))
            session.adjust(of, full_track, max(fresh, out))
        session.adjust(one, field, hurt)
        session.adjust(two, field, out)
        settle(session, side)
        made = entries(session, side)
        assert made.get((one, field), fresh) == kept
        if back is not None:
            assert made.get((two, field), fresh) == back
        again = session.table.unit(two)
        again.put(field, made.get((two, field), fresh))
        assert again.alive


def test_better_wargame_models() -> None:
    for models, after in (("refill", {}), ("keep", {"models": 3, "start_models": 3})):
        session = ended("better-wargame", aftermath_models=models)
        side, (one, two) = lost_models(session)
        settle(session, side)
        made = entries(session, side)
        assert {field: value for (of, field), value in made.items() if of == one.id} == after
        assert made.get((two.id, "models")) == (1 if models == "keep" else None)


def lost_models(session: Session) -> tuple[str, list[Any]]:
    """A side, and two units of it: one has 3 models left of 8, the other none."""
    side = next(iter(session.table.sides))
    units = [unit for unit in session.table.units.values() if unit.side == side][:2]
    for unit, left in zip(units, (3, 0), strict=True):
        for field, value in (("in_contact", 0), ("in_reach", 0), ("models", 8), ("start_models", 8)):
            unit.put(field, value)
        session.adjust(unit.id, "models", left)
    return side, units


def test_legion_minis() -> None:
    for models, heal, wounds in (("refill", "full", 0), ("keep", "keep", 5), ("refill", "half", 3)):
        session = ended("legion", aftermath_models=models, aftermath_heal=heal)
        for of in ("luke.1", "rebels.1", "rebels.2"):
            session.adjust(of, "wounds", session.table.find(of).get("threshold"))
            session.adjust(of, "defeated", True)
        settle(session, "blue")
        made = entries(session, "blue")
        minis = made.get(("rebels", "minis"))
        gone = [mini for mini in minis or () if mini.get("defeated")]
        assert len(gone) == (2 if models == "keep" else 0)
        luke = made.get(("luke", "minis"), [{}])
        assert [mini.get("wounds", 0) for mini in luke] == [wounds]
        assert not any(mini.get("defeated") for mini in luke)


def test_legion_ranks_and_supply_stand_in_the_roster_and_on_the_next_table(tmp_path: Path) -> None:
    file = campaign_of(tmp_path, "legion")
    played = opened(file, begin(file))
    end_late(played.session)
    hero = first_unit(played.session, "rhea")
    settle(played.session, "rhea", {hero: {"campaign_rank": "Veteran", "notes": ""}}, supply=3)
    settle(played.session, "boris")
    played.close()
    rhea = read_campaign(file).rosters["rhea"]
    assert (rhea.units[hero]["campaign_rank"], rhea.fields["supply"]) == ("Veteran", 3)
    again = restore(session_file(file, begin(file))).session.table
    assert (again.unit(hero).campaign_rank, again.side("rhea").supply) == ("Veteran", 3)


@pytest.mark.parametrize(
    ("losses", "face", "lost"), [("return", 6, ""), ("roll", 2, "died"), ("roll", 3, ""), ("gone", 6, "out of action")]
)
def test_losses(losses: str, face: int, lost: str) -> None:
    session = ended("bushido", aftermath_losses=losses)
    side = next(iter(session.table.sides))
    of = first_unit(session, side)
    session.adjust(of, "in_play", False)
    settle(session, side, face=face)
    made = [e for e in session.ruleset.batch(session, side).entries if e.field == GONE]
    assert [(e.of, e.after) for e in made] == ([(of, lost)] if lost else [])
    assert [e.dice for e in made] == ([(face,)] if losses == "roll" and lost else [()] * len(made))


def test_marks() -> None:
    for marks, total in (("off", None), ("on", 4)):
        session = ended("bushido", aftermath_marks=marks)
        side = next(iter(session.table.sides))
        of = first_unit(session, side)
        settle(session, side, {of: {"kills": 5}}, result=side)
        assert entries(session, side).get((of, "marks")) == total
    assert [title_of(n) for n in (2, 3, 7, 8, 15)] == ["", "tried", "tried", "veteran", "hero"]


def test_a_career_and_its_title_in_words_and_the_die_tells_of_many_as_of_many() -> None:
    """It said: Howlers was out of action, Howlers comes back."""
    career = CareerRow("ann", 2, dealt=3, taken=1, felled=1, fell=1, models=4, lost=1)
    words = "2 battles, 3 wounds dealt, 1 taken, 1 felled, 4 enemy models felled, 1 model lost, fell once"
    assert career_words(career) == words
    assert totals_line(Life("reds", "ann", "Ann", "", career, 8, ())) == f"{words}, 8 marks (veteran)"
    told = [does(name, words) for name in ("Howlers", "Oda") for words in (LOST, BACK)]
    assert told == ["Howlers are lost for good", "Howlers come back", "Oda is lost for good", "Oda comes back"]


def test_a_battle_may_have_no_result(tmp_path: Path) -> None:
    file = campaign_of(tmp_path, "bushido")
    of = begin(file)
    closed_late(file, of, result="unrecorded")
    campaign = read_campaign(file)
    assert state_of(campaign, of) == "closed"
    assert campaign.battles[of].result is None
    assert [line.played for line in standings(campaign)] == [0, 0]
    begin(file)


@pytest.mark.parametrize("game", one_in(2, zip(GAMES)))
def test_corrected_and_reopened_its_last_question_is_asked_again_and_it_closes_as_its_session_says(
    game: str, tmp_path: Path
) -> None:
    file = campaign_of(tmp_path, game, aftermath_marks="on")
    of = begin(file)
    with changing(file) as made, pytest.raises(InvalidInput, match="is not closed"):
        correct(made, of, Outcome(("boris",), by_hand=True))
    closed_late(file, of, result="rhea")
    closed = marks_of(file)
    done(file, correct, of, Outcome(("boris",), by_hand=True))
    assert marks_of(file) != closed
    done(file, reopen, of)
    assert marks_of(file) == dict.fromkeys(closed, 0)
    again = opened(file, of)
    again.session.undo()
    assert again.session.request.name == "units"
    again.session.answer({"rows": {}}, by="boris")
    again.close()
    done(file, close, of, restore(session_file(file, of)).session)
    assert state_of(read_campaign(file), of) == "closed"
    assert marks_of(file) == closed
    assert check_file(file) == []


def test_a_mark_for_winning_goes_with_the_result_of_a_battle_that_was_closed_early_too(tmp_path: Path) -> None:
    """Another result took a mark that an earlier battle had given."""
    file = campaign_of(tmp_path, "bushido", aftermath_marks="on")
    closed_late(file, begin(file), result="rhea")
    marks, of = marks_of(file), begin(file)
    done(file, close, of, restore(session_file(file, of)).session, result=Outcome(("rhea",), by_hand=True))
    done(file, correct, of, Outcome(("boris",), by_hand=True))
    boris = read_campaign(file).rosters["boris"].units
    assert marks_of(file) == {unit: had + (unit in boris) for unit, had in marks.items()}


def test_a_victory_is_counted_whatever_reason_players_typed(tmp_path: Path) -> None:
    """A reason that ended like the app's own took the mark of the victory from whom it was given for."""
    for why in ("after the feast", "she alone won the battle"):
        file = campaign_of(tmp_path / why[:3], "bushido", aftermath_marks="on")
        of = next(iter(read_campaign(file).rosters["rhea"].units))
        battle = recorded(file, "", Outcome(("rhea",), by_hand=True), {"rhea": [(of, "marks", 2)]}, why)
        assert read_campaign(file).rosters["rhea"].units[of]["marks"] == 3
        done(file, correct, battle, Outcome(("boris",), by_hand=True))
        assert read_campaign(file).rosters["rhea"].units[of]["marks"] == 2


def test_the_result_of_a_battle_on_which_two_others_were_built_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_SAVES", str(tmp_path))
    file = campaign_of(tmp_path, "bushido", aftermath_marks="on")
    for winner in ("rhea", "boris", "boris"):
        closed_late(file, begin(file), result=winner)
    marks = marks_of(file)
    before = file.read_text()
    words = ["campaign", "result", "The long war", "1", "--won", "boris"]
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    assert "built on it, and left as they are: Battle 2, Battle 3" in out
    assert "Rhea: 1 won, 0 drawn, 2 lost of 3 → 0 won, 0 drawn, 3 lost of 3" in out
    assert "nothing is changed yet; companion campaign result … b1 … --yes does it" in out
    assert file.read_text() == before
    assert cli.main([*words, "--why", "we had miscounted", "--yes"]) == 0
    assert "Boris won, the players say so; closed" in capsys.readouterr().out
    first = markdown(chronicle_of(file)).split("### Battle 1\n")[1].split("###")[0]
    assert first.count("Boris won, the players say so.") == 2
    assert "Rhea won" not in first
    campaign = read_campaign(file)
    told = battle_in(session_file(file, "b1"))
    assert (told.result, told.winner) == ("Boris won, the players say so.", "boris")
    assert "Boris won: the players say so" in card_text(told, DARK), "the card gave it to whom the session does"
    lines = list(life_lines(life(campaign, "boris", next(iter(campaign.rosters["boris"].units)))))
    assert any("against Rhea, won (the players say so)" in line for line in lines)
    assert [(line.name, line.won) for line in standings(campaign)] == [("Boris", 3), ("Rhea", 0)]
    changed = {of: by for roster, by in (("rhea", -1), ("boris", 1)) for of in campaign.rosters[roster].units}
    assert marks_of(file) == {of: marks[of] + by for of, by in changed.items()}
    assert [row.kind for row in campaign.ledger[-2:]] == ["manual", "manual"]
    assert check_file(file) == []
    assert cli.main([*words[:4], "--none", "--yes"]) == 0
    assert [line.played for line in standings(read_campaign(file))] == [2, 2]
    assert cli.main(["campaign", "result", "The long war", "9", "--drawn"]) == 2


def test_a_battle_that_began_before_its_game_had_an_aftermath_is_closed_without_one(tmp_path: Path) -> None:
    file = campaign_of(tmp_path, "bushido")
    of = begin(file)
    for _ in range(2):
        put(session_file(file, of), "owes_aftermath = true\n", "")
    played = opened(file, of)
    played.session.adjust("table", "over_why", "it is late")
    played.session.adjust("table", "phase", "over")
    assert not any(action.name == "aftermath" for action in played.session.actions())
    played.close()
    with changing(file) as made:
        assert close(made, of, restore(session_file(file, of)).session) == ["rhea", "boris"]
    assert check_file(file) == []


def test_bushido_kills_without_a_wound_count_for_who_struck() -> None:
    session = ended("bushido")
    (one, other), units = session.table.sides, session.table.units.values()
    striker, hit, kami = first_unit(session, one), *[u.id for u in units if u.side == other][:2]
    session.adjust(hit, "in_play", False)
    session.adjust(kami, "in_play", False)
    made = session.entries[-1]
    made.events[:0] = [
        Change(hit, "in_play", True, False, "a critical double", "", by=striker),
        Change(kami, "ki_tokens", 2, 0, "struck", "", by=striker),
        Change(kami, "in_play", True, False, "a Kami without Ki", ""),
    ]
    career = next(c for c in session.ruleset.batch(session, one).careers if c.of == striker)
    assert (career.felled, career.dealt) == (2, 2)


@pytest.mark.parametrize("models", ["refill", "keep"])
@pytest.mark.parametrize("game", ["legion", "better-wargame"])
def test_minis_that_join_and_leave_stay_so_in_the_campaign(game: str, models: str, tmp_path: Path) -> None:
    """A late mini comes to the next battle too, one that was put there by mistake does not; nobody was lost."""
    file = campaign_of(tmp_path, game, aftermath_models=models)
    played = opened(file, begin(file))
    session = played.session
    part_all(session)
    more, less = [u for u in session.table.units.values() if len(u.miniatures) > 2 or u.counts_models][:2]
    counts = {unit.id: len(unit.miniatures) or unit.models for unit in (more, less)}
    mini_joins(session, more)
    mini_leaves(session, less, less.miniatures[1].id if less.miniatures else "")
    settle_late(session)
    played.close()
    assert check_file(file) == []
    campaign = read_campaign(file)
    assert not any(career.lost for roster in campaign.rosters for career in careers(campaign, roster).values())
    table = restore(session_file(file, begin(file))).session.table
    for of, change in ((more.id, 1), (less.id, -1)):
        unit = table.unit(of)
        assert (len(unit.miniatures) or unit.models) == counts[of] + change
        assert not unit.counts_models or unit.start_models == unit.models
    assert not list(table.spec.faults(table))


def test_without_an_aftermath_minis_stay_so_too() -> None:
    session = ended("legion")
    unit = session.table.unit("storm")
    mini_joins(session, unit)
    made = entries(session, unit.side)
    assert [mini["id"] for mini in made["storm", "minis"]] == [mini.id for mini in unit.miniatures]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_roster_keeps_of_units_that_come_go_and_change_sides(game: str, tmp_path: Path) -> None:
    file = campaign_of(tmp_path, game)
    played = opened(file, begin(file))
    session = played.session
    table = session.table
    part_all(session)
    gone, bribed, *_ = [unit.id for unit in table.units.values() if unit.side == "rhea"]
    session.adjust(gone, "notes", "of one that leaves")
    session.remove(gone, "called away")
    session.join(newcomer(table, None, "rhea"), "reinforcements")
    session.adjust("new_unit", "name", "Zed")
    session.adjust(bribed, "side", "boris", why="bribed")
    settle_late(session)
    played.close()
    assert (played.trouble, check_file(file)) == ("", [])
    after = restore(session_file(file, begin(file))).session.table
    assert {after.unit(of).side for of in (gone, bribed, "new_unit")} == {"rhea"}
    assert after.unit("new_unit").name == "Zed"


def test_the_end_of_an_aftermath_says_in_what_state_everybody_comes_back() -> None:
    session = ended("legion", aftermath_heal="keep", aftermath_models="keep")
    session.adjust("luke.1", "wounds", 3)
    session.adjust("wook.2", "wounds", 1)
    session.adjust("rebels.2", "defeated", True)
    settle(session, "blue")
    assert summary(session, session.entries[-1]) == [
        "a draw",
        "Luke Skywalker comes back: 3 of 6 wounds",
        "Rebel Troopers come back: 3 of 4 minis left",
        "Wookiee Warriors come back: mini 2: 1 of 3 wounds",
    ]
    settle(session, "red")
    assert summary(session, session.entries[-1]) == [f"everybody of {session.table.title('red')} comes back whole"]


def test_the_models_that_a_unit_comes_back_with_are_told_of_those_it_came_with() -> None:
    session = ended("better-wargame", aftermath_models="keep", aftermath_losses="roll")
    side, (one, two) = lost_models(session)
    settle(session, side, face=1)
    told = summary(session, session.entries[-1])
    assert f"{one.name} comes back: 3 of 8 models left" in told
    assert f"{two.name} is lost for good: 1" in told
    assert not [text for text in told if one.name not in text and "comes back" in text]
