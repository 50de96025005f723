"""All attacks by name, each with its share of the time."""

from collections.abc import Callable
from pathlib import Path

from tests.torture import campaigns, crowds, damage, seats, sessions
from tests.torture.table import Line

Attack = Callable[[Path, int, Line], None]
"""Does one thing to the files of one game, in this folder and by this seed, and counts what came of it."""

ATTACKS: dict[str, tuple[Attack, float]] = {
    "killed at random": (sessions.killed, 2),
    "ended at a call": (sessions.ended_at_a_call, 4),
    "a call fails": (sessions.a_call_fails, 2),
    "power cut": (sessions.power_cut, 2),
    "moved, ended at a call": (sessions.moved, 2),
    "cut and flipped": (damage.cut_and_flipped, 9),
    "mangled files": (damage.mangled, 3),
    "six programs": (crowds.one_session, 1),
    "six programs, lock deleted": (crowds.deleted_lock, 1),
    "six programs, one campaign": (crowds.one_campaign, 1),
    "a shared table": (seats.shared_table, 1),
    "campaign: killed": (campaigns.killed, 1),
    "campaign: ended at a call": (campaigns.ended_at_a_call, 4),
    "campaign: a call fails": (campaigns.a_call_fails, 2),
    "campaign: power cut": (campaigns.power_cut, 2),
}
