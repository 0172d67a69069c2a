"""The plan as a table and beside the plan before it."""

from __future__ import annotations

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
