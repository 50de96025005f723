"""`python -m benchmarks [part …]` prints every budget; the parts are those below."""

from __future__ import annotations

import sys

from benchmarks import answers, campaigns, long, melees, odds, questions, screens, scrubbing

PARTS = {
    "start": screens.start,
    "screen": screens.repaint,
    "answers": answers.report,
    "undo": answers.undo_report,
    "melees": melees.report,
    "questions": questions.report,
    "odds": odds.report,
    "scrub": scrubbing.report,
    "campaigns": campaigns.report,
    "long": long.report,
}


def main(words: list[str]) -> int:
    """Runs the parts named, or all."""
    unknown = [w for w in words if w not in PARTS]
    if unknown:
        print(f"no such part: {unknown[0]}; parts: {' '.join(PARTS)}", file=sys.stderr)
        return 2
    print(f"{'what':58} {'measured':34} budget")
    for part in words or PARTS:
        for what, measured, budget in PARTS[part]():
            print(f"{what:58} {measured:34} {budget}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
