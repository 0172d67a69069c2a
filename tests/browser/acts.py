"""What a person does on the page, in words of the tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SAMPLES = Path(__file__).parents[2] / "sample_docs"
POLICY_KO = SAMPLES / "leave_and_travel_policy_ko.pdf"
HANDBOOK_EN = SAMPLES / "employee_handbook_en.pdf"
HEADER_PIXELS, ROW_PIXELS, MARK_PIXELS, TITLE_PIXELS = 35, 35, 15, 240
"""Heights of the plan table's header and rows; where its marks and titles are from the left."""
SLOW_MS = 60_000


def ask(page: Page, text: str) -> None:
    """Type a question and send it."""
    field = page.get_by_test_id("stChatInputTextArea")
    field.fill(text)
    field.press("Enter")


def drop(page: Page, *files: Path | dict[str, object]) -> None:
    """Drop files into the sidebar."""
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(list(files))


def document(page: Page, name: str) -> Locator:
    """The document's row in the sidebar."""
    return page.locator('[class*="st-key-document_"]').get_by_role("button", name=name)


def job(page: Page, name: str) -> Locator:
    """The box of a file that is being read, or that was not taken."""
    return page.locator('[class*="st-key-job_"]').filter(has_text=name).first


def press(page: Page, name: str) -> None:
    """Press a button by its whole name."""
    page.get_by_role("button", name=name, exact=True).click()


def shown(page: Page, text: str) -> None:
    """See that a text is on the page."""
    expect(page.get_by_text(text).last).to_be_visible(timeout=SLOW_MS)


def answer(page: Page) -> Locator:
    """The newest thing the assistant said."""
    return page.locator('[data-testid="stChatMessage"]').last


def plan_titles(page: Page) -> list[str]:
    """The steps of the plan that waits for approval."""
    return page.locator("ol.gp-plan li:not(.removed) > span").all_inner_texts()


def write_title(page: Page, row: int, title: str) -> None:
    """Write a title into a row of the plan's table."""
    table, height = _row(page, row)
    # the grid's scroller lies above its canvas
    table.dblclick(position={"x": TITLE_PIXELS, "y": height}, force=True)
    editor = page.locator("#portal textarea, #portal input").first
    editor.fill(title)
    editor.press("Enter")
    expect(editor).not_to_be_visible()


def delete_row(page: Page, row: int) -> None:
    """Delete a row of the plan's table."""
    table, height = _row(page, row)
    table.click(position={"x": MARK_PIXELS, "y": height}, force=True)
    page.get_by_role("button", name="Delete row(s)").click()


def add_row(page: Page, row: int) -> None:
    """Add a row to the plan's table, by the empty one below its last."""
    table, height = _row(page, row)
    table.click(position={"x": TITLE_PIXELS, "y": height}, force=True)


def _row(page: Page, row: int) -> tuple[Locator, float]:
    """The plan's table and how far from its top the middle of a row is."""
    table = page.get_by_test_id("stDataFrame").locator("canvas").first
    expect(table).to_be_visible()
    return table, HEADER_PIXELS + ROW_PIXELS * (row + 0.5)


def no_traceback(page: Page) -> None:
    """See that no error box of Streamlit's and no traceback is on the page."""
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_text("Traceback")).to_have_count(0)
