"""`companion campaign`: the work of its actions, each as lines of text."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.wording import count
from companion.frontend.campaigns import (
    AFTERMATH,
    battle_named,
    example_joining,
    is_unmade,
    reopened,
    roster_named,
    typed_field,
    unit_named,
)
from companion.frontend.entity_form import typed_option
from companion.frontend.form import option_field
from companion.frontend.saying.campaigns import (
    battle_line,
    campaign_lines,
    effect_lines,
    entry_line,
    roster_lines_after,
    ruling_lines,
    summary_lines,
    where_lines,
)
from companion.frontend.saying.rosters import life_lines
from companion.frontend.setup import Setup
from companion.frontend.typed import the_only, whole
from companion.play import Faulty
from companion.play.new_game import Asker, roster_units
from companion.store.battles import BattlePlan, make_session, plan_battle, record_battle, session_of
from companion.store.campaign_zip import export_campaign, import_campaign
from companion.store.campaigns import Transaction, changing, read_campaign
from companion.store.careers import life
from companion.store.closing import Effect, close, edit, record
from companion.store.effects import correct, correcting, reopening, void, voiding
from companion.store.folders import campaign_file
from companion.store.format.campaign import Campaign, Outcome
from companion.store.joining import Joining, create_campaign, join, leave
from companion.store.listing import list_campaigns
from companion.store.pairing import suggested
from companion.store.restore import restore
from companion.store.rulings import accept, drop, note
from companion.store.verify import check_file

Lines = Iterator[str]


def run(args: argparse.Namespace, saves: Path, asker: Asker) -> Lines:
    """The lines of one action. Raises InvalidInput, CannotOpen, OSError, and Faulty at the end of a check."""
    return _new(args, saves, asker) if args.action == "new" else _ACTIONS[args.action](args, saves)


def named(typed: str, saves: Path) -> Path:
    """The file of the campaign that is meant: a file, a folder, or the name of one in the folder of saves."""
    for path in (Path(typed), saves / typed):
        file = campaign_file(path) if path.is_dir() else path
        if file.is_file() and file.name == campaign_file(path).name:
            return file
    wanted = typed.strip().casefold()
    found = [known.file for known in list_campaigns(saves) if known.name.casefold() == wanted]
    hint = "companion campaign list shows them"
    return the_only(found, typed, lambda file: file.parent.name, f"there is no campaign {typed!r}", hint)


def _new(args: argparse.Namespace, saves: Path, asker: Asker) -> Lines:
    """What no flag says is asked on a terminal."""
    ruleset, players = find(args.game), [*args.player]
    while asker.there and len(players) < 2:
        players.append(asker.value(f"Player {len(players) + 1}", "", str))
    if len(players) < 2:
        raise InvalidInput("a campaign needs two players or more", hint="--player NAME --player NAME")
    if len(args.roster) > len(players):
        raise InvalidInput(f"there are {len(args.roster)} rosters for {count(len(players), 'player')}")
    setup = Setup(ruleset)
    typed = dict(word.partition("=")[::2] for word in args.option)
    options = {name: typed_option(ruleset.option(name), word) for name, word in typed.items()}
    for option in ruleset.options:
        if option.name not in options and (option.ask_at_setup or option.name.startswith(AFTERMATH)):
            options[option.name] = asker.field(option_field(option, option.default))
    joining = [
        _joining(setup, player, args.roster[place] if place < len(args.roster) else "example", place)
        for place, player in enumerate(players)
    ]
    file = create_campaign(saves, args.name, ruleset.id, options, joining)
    yield str(file)


def _joining(setup: Setup, player: str, roster: str, place: int) -> Joining:
    if roster == "example":
        return example_joining(setup, player, place)
    name, units = roster_units(setup.ruleset, Path(roster))
    return Joining(player, name, units)


def _list(args: argparse.Namespace, saves: Path) -> Lines:
    found = list_campaigns(saves)
    if not found:
        yield f"No campaigns in {saves}. Make one with: companion campaign new"
    for summary in found:
        yield from summary_lines(summary)


def _show(args: argparse.Namespace, saves: Path) -> Lines:
    campaign = read_campaign(named(args.campaign, saves))
    if args.after:
        yield from roster_lines_after(campaign, battle_named(campaign, args.after))
    else:
        yield from campaign_lines(campaign)


def _unit(args: argparse.Namespace, saves: Path) -> Lines:
    campaign = read_campaign(named(args.campaign, saves))
    yield from life_lines(life(campaign, *unit_named(campaign, args.unit)))


def _next(args: argparse.Namespace, saves: Path) -> Lines:
    file = named(args.campaign, saves)
    campaign = read_campaign(file)
    lost = [of for of, battle in campaign.battles.items() if is_unmade(file, campaign, of)]
    for of in lost:
        yield f"{campaign.battles[of].title} was planned and not begun"
        yield str(make_session(file, campaign, of))
    if lost:
        return
    pairings = suggested(campaign)
    rosters = [roster_named(campaign, typed) for typed in args.roster]
    if not rosters and (args.suggested or len(campaign.rosters) == 2):
        rosters = list(pairings.pairs[0]) if pairings.pairs else []
    if not rosters:
        for one, other in pairings.pairs:
            yield f"suggested: {campaign.rosters[one].name} against {campaign.rosters[other].name}"
            yield f"    companion campaign next {file.parent.name} --roster {one} --roster {other}"
        if pairings.rests:
            yield f"{campaign.rosters[pairings.rests].name} rests"
        return
    first = roster_named(campaign, args.first) if args.first else ""
    without = [unit_named(campaign, typed)[1] for typed in args.without]
    with changing(file) as made:
        of = plan_battle(made, BattlePlan(rosters, args.title, args.practice, first, without))
    yield from made.notices
    yield str(make_session(file, made.campaign, of))


def _battle(args: argparse.Namespace, saves: Path) -> tuple[Path, Campaign, str, list[str], Path | None]:
    """The campaign that is meant, the id of its battle, the rosters named and the file of its session."""
    file = named(args.campaign, saves)
    campaign = read_campaign(file)
    of = battle_named(campaign, args.battle)
    rosters = [roster_named(campaign, typed) for typed in args.roster]
    return file, campaign, of, rosters, session_of(file, campaign.battles[of])


def _close(args: argparse.Namespace, saves: Path) -> Lines:
    file, campaign, of, rosters, session = _battle(args, saves)
    if session is None:
        raise InvalidInput(f"{campaign.battles[of].title} has no session to close")
    with changing(file) as made:
        closed = close(made, of, restore(session).session, rosters, _outcome(campaign, args))
    yield from made.notices
    yield from where_lines(made.campaign, of, closed)


def _outcome(campaign: Campaign, args: argparse.Namespace) -> Outcome | None:
    if args.drawn:
        return Outcome(drawn=True, by_hand=True)
    won = tuple(roster_named(campaign, typed) for typed in args.won)
    return Outcome(won, by_hand=True) if won else None


def _record(args: argparse.Namespace, saves: Path) -> Lines:
    file = named(args.campaign, saves)
    with changing(file) as made:
        rosters = [roster_named(made.campaign, typed) for typed in args.roster]
        outcome = _outcome(made.campaign, args) or Outcome(drawn=True, by_hand=True)
        changes = _changes(made.campaign, args.set)
        of = record_battle(made, rosters, args.title, outcome, args.practice)
        record(made, of, changes, args.why or "recorded by the players")
    yield from made.notices
    yield from where_lines(made.campaign, of, rosters)


def _reopen(args: argparse.Namespace, saves: Path) -> Lines:
    file, campaign, of, rosters, _ = _battle(args, saves)
    if not args.yes:
        yield from effect_lines(campaign, of, reopening(campaign, of, rosters), "reopen")
        return
    done = reopened(file, of, rosters, args.mend)
    yield from done.made.notices
    yield from effect_lines(done.made.campaign, of, done.effect, "")
    if done.asked:
        yield f"asked again: {done.asked}"
    if done.session is not None:
        yield str(done.session)


def _tried(
    args: argparse.Namespace,
    saves: Path,
    would: Callable[[Campaign, str], Effect],
    does: Callable[[Transaction, str], Effect],
) -> Lines:
    """What an action on a battle would do; with --yes it is done."""
    file = named(args.campaign, saves)
    campaign = read_campaign(file)
    of = battle_named(campaign, args.battle)
    if not args.yes:
        yield from effect_lines(campaign, of, would(campaign, of), args.action)
        return
    with changing(file) as made:
        effect = does(made, of)
    yield from made.notices
    yield from effect_lines(made.campaign, of, effect, "")
    yield battle_line(made.campaign, of, made.campaign.battles[of])


def _void(args: argparse.Namespace, saves: Path) -> Lines:
    return _tried(args, saves, voiding, lambda made, of: void(made, of, args.why, args.mend))


def _result(args: argparse.Namespace, saves: Path) -> Lines:
    return _tried(
        args,
        saves,
        lambda campaign, of: correcting(campaign, of, _outcome(campaign, args)),
        lambda made, of: correct(made, of, _outcome(made.campaign, args), args.why, args.mend),
    )


def _edit(args: argparse.Namespace, saves: Path) -> Lines:
    if not args.set:
        raise InvalidInput("what is to be changed?", hint="--set ann.melee=13")
    with changing(named(args.campaign, saves)) as made:
        for roster, changes in _changes(made.campaign, args.set).items():
            row = edit(made, roster, changes, args.why or "changed by the players")
            made.notices += [entry_line(made.campaign, roster, entry) for entry in row.entries]
    yield from made.notices


def _changes(campaign: Campaign, words: Sequence[str]) -> dict[str, list[tuple[str, str, Any]]]:
    """`ann.melee=13` as changes by roster. Raises InvalidInput for what is not there or cannot be."""
    found: dict[str, list[tuple[str, str, Any]]] = {}
    for word in words:
        path, equals, typed = word.partition("=")
        of, dot, field = path.strip().partition(".")
        if not equals or not dot or not field:
            raise InvalidInput(f"{word!r} is no change", hint="UNIT.FIELD=VALUE, such as ann.melee=13")
        roster, of = (of, of) if of in campaign.rosters else unit_named(campaign, of)
        found.setdefault(roster, []).append((of, field, typed_field(campaign, roster, of, field, typed.strip())))
    return found


def _rulings(args: argparse.Namespace, saves: Path) -> Lines:
    file = named(args.campaign, saves)
    if args.note or args.accept or args.drop:
        with changing(file) as made:
            if args.note:
                note(made, args.note, args.who)
            elif args.drop:
                drop(made, whole(args.drop), args.why)
            else:
                waiting = [row.n for row in made.campaign.rulings if not row.accepted]
                for n in waiting if args.accept.casefold() == "all" else [whole(args.accept)]:
                    accept(made, n)
        yield from made.notices
    yield from ruling_lines(read_campaign(file)) or ["There are no rulings yet."]


def _join(args: argparse.Namespace, saves: Path) -> Lines:
    with changing(named(args.campaign, saves)) as made:
        setup = Setup(find(made.campaign.header.ruleset))
        (of,) = join(made, [_joining(setup, args.player, args.roster, len(made.campaign.rosters))])
    yield from made.notices
    yield f"{args.player} joins with {count(len(made.campaign.rosters[of].units), 'unit')}"


def _leave(args: argparse.Namespace, saves: Path) -> Lines:
    with changing(named(args.campaign, saves)) as made:
        of = made.campaign.rosters[roster_named(made.campaign, args.player)].player
        leave(made, of)
    yield from made.notices
    yield f"{made.campaign.players[of].name} has left; the battles stay"


def _check(args: argparse.Namespace, saves: Path) -> Lines:
    file = named(args.campaign, saves)
    faults = check_file(file)
    yield from map(str, faults)
    if faults:
        raise Faulty
    yield f"{file}: no faults"


def _export(args: argparse.Namespace, saves: Path) -> Lines:
    file = named(args.campaign, saves)
    yield str(export_campaign(file, Path(args.file or f"{file.parent.name}.zip")))


def _import(args: argparse.Namespace, saves: Path) -> Lines:
    yield str(import_campaign(Path(args.file), saves))


_ACTIONS: Final[dict[str, Callable[[argparse.Namespace, Path], Lines]]] = {
    "list": _list,
    "show": _show,
    "unit": _unit,
    "next": _next,
    "close": _close,
    "record": _record,
    "reopen": _reopen,
    "result": _result,
    "rulings": _rulings,
    "void": _void,
    "edit": _edit,
    "join": _join,
    "leave": _leave,
    "check": _check,
    "export": _export,
    "import": _import,
}
