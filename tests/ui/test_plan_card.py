"""The plan as a table and beside the plan before it."""

from __future__ import annotations

import pytest

from agent.ui.plan_card import compare, in_order

STEPS = [
    {"id": "s1", "title": "Collect", "goal": "facts"},
    {"id": "s2", "title": "Write", "goal": "text"},
]


def test_in_order_numbers_reorder_the_rows_and_keep_ids():
    rows = [
        {"order": 2, "title": "Collect", "goal": "facts"},
        {"order": 1, "title": "Write", "goal": "text"},
    ]
    assert [(task["id"], task["title"]) for task in in_order(rows, STEPS)] == [
        ("s2", "Write"),
        ("s1", "Collect"),
    ]


def test_in_order_new_row_without_number_goes_last_with_a_free_id():
    rows = [
        {"order": None, "title": "Check", "goal": None},
        {"order": 1, "title": "Collect", "goal": "facts"},
    ]
    tasks = in_order(rows, STEPS)
    assert [tuple(task.values()) for task in tasks] == [
        ("s1", "Collect", "facts"),
        ("s3", "Check", ""),
    ]


@pytest.mark.parametrize(
    ("numbers", "order"),
    [
        ({"C": 1}, "CABD"),
        ({"A": 3}, "BCAD"),
        ({"D": 2}, "ADBC"),
        ({"A": 3, "D": 1}, "DBAC"),
        ({"A": 2, "B": 1}, "BACD"),
        ({"A": 10, "B": 20, "C": 5}, "DCAB"),
        ({"A": None}, "BCDA"),
        ({"X": 2}, "AXBCD"),
        ({"X": None, "A": 9}, "BCDAX"),
        ({"X": 0, "Y": None}, "XABCDY"),
    ],
)
@pytest.mark.parametrize("kept", [True, False])
def test_in_order_row_with_a_new_number_stands_where_it_says(numbers, order, kept):
    steps = [{"id": f"s{n}", "title": title} for n, title in enumerate("ABCD", 1)]
    were = {title: n for n, title in enumerate("ABCD", 1)}
    rows = [
        {"title": title, "order": numbers.get(title, were.get(title))}
        | ({"was": float(were.get(title, "nan"))} if kept else {})
        for title in sorted(order)
    ]
    assert "".join(task["title"] for task in in_order(rows, steps)) == order


def test_in_order_numbers_mean_the_rows_that_are_left():
    steps = [{"id": f"s{n}", "title": title} for n, title in enumerate("ABCD", 1)]
    rows = [
        {"was": 2, "order": 3, "title": "B, reworded"},
        {"was": 3, "order": 3, "title": "C"},
        {"was": 4, "order": 2, "title": "D"},
    ]
    assert [task["title"] for task in in_order(rows, steps)] == ["D", "B, reworded", "C"]
    rows[2]["order"] = 4
    assert [task["title"] for task in in_order(rows, steps)] == ["C", "B, reworded", "D"]


def test_in_order_rows_without_title_are_left_out():
    assert in_order([{"order": 1, "title": "  ", "goal": "x"}], STEPS) == []


def test_in_order_two_rows_of_one_title_get_two_ids():
    rows = [{"order": 1, "title": "Write"}, {"order": 2, "title": "Write"}]
    assert [task["id"] for task in in_order(rows, STEPS)] == ["s2", "s3"]


def test_compare_first_plan_has_no_changes():
    assert [change for _, change in compare(STEPS, [])] == ["", ""]


def test_compare_changed_added_and_removed_steps_are_told_apart():
    now = [STEPS[0], {"id": "s2", "title": "Write in Korean"}, {"id": "s3", "title": "Check"}]
    assert [change for _, change in compare(now, STEPS)] == ["", "changed", "added"]
    assert [change for _, change in compare(STEPS[:1], STEPS)] == ["", "removed"]
