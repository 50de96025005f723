"""`python -m benchmarks [part …]` prints what was measured beside every budget; the parts are those below.

Read ratios, both sides of which run in turn: `×` against a bare program, `pieces` against the plain Python of
`reference.py`. A budget in milliseconds holds where it was set, and its pieces everywhere: too many milliseconds and
pieces within the budget are a slow machine, too many pieces slow code. Seconds of whole processes have how often they
could `import textual` beside them; compare that with the same row of an older commit. `own:` is a budget that no page
asks for. Look at a figure twice, on a machine that does nothing else.
"""

from __future__ import annotations

import sys

from benchmarks import answers, campaigns, long, melees, odds, questions, repaint, screens, scrubbing, seats

PARTS = {
    "start": screens.start,
    "screen": repaint.report,
    "answers": answers.report,
    "undo": answers.undo_report,
    "melees": melees.report,
    "questions": questions.report,
    "odds": odds.report,
    "scrub": scrubbing.report,
    "campaigns": campaigns.report,
    "long": long.report,
    "seats": seats.report,
}


def main(words: list[str]) -> int:
    """Runs the parts named, or all."""
    unknown = [w for w in words if w not in PARTS]
    if unknown:
        print(f"no such part: {unknown[0]}; parts: {' '.join(PARTS)}", file=sys.stderr)
        return 2
    print(f"{'what':58} {'measured':36} budget")
    for part in words or PARTS:
        for what, measured, budget in PARTS[part]():
            print(f"{what:58} {measured:36} {budget}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
