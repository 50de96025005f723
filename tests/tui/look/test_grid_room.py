"""Ways to split with many long chances: as many columns as fit, never a wall of words over the field."""

from companion.tui.look.grid import ChoiceGrid, choice_grid

MANY = ChoiceGrid(
    "boyz/boss",
    ["5/0", "4/1", "3/2"],
    [
        ("hits on Gutripper Boyz", ["6.3", "6.0", "5.0"]),
        ("Wounds on Gutripper Boyz, before saves", ["4.2", "4.0", "3.0"]),
        ("Gutripper Boyz breaks in its Break Test", [0.01, 0.2, 0.3]),
        ("Gutripper Boyz takes Wounds for all its models", [0.01, 0.02, 0.03]),
        ("Boss Gutripper takes Wounds for all its models", [0.0, 0.1, 0.2]),
    ],
)


def test_each_way_is_one_row_and_titles_are_low() -> None:
    for width in (40, 60):
        rows = [row.plain for row in choice_grid(MANY, width)]
        assert len(rows) <= 3 + len(MANY.choices), rows
        assert all(len(row) <= width for row in rows)
        for choice in MANY.choices:
            assert sum(row.startswith(choice) for row in rows) == 1


def test_chances_stay_before_numbers() -> None:
    text = " ".join(row.plain for row in choice_grid(MANY, 60))
    assert "breaks" in text
    assert "hits on" not in text
