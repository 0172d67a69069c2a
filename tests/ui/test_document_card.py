"""The card of one document: its kind, and its removal."""

from __future__ import annotations

from tests.ui.conftest import drawn, press, show_document


def test_open_card_writes_only_a_kind_that_is_chosen(open_with, tmp_path):
    app = open_with()
    page, document = show_document(app, tmp_path / "leave.txt")
    app.library.set_kind(document.id, "policy")
    drawn(page.run())
    assert app.library.document(document.id).kind == "policy"
    kind = page.selectbox(key=f"document_kind_{document.id}")
    assert kind.value == "policy"
    kind.set_value("contract")
    drawn(page.run())
    assert app.library.document(document.id).kind == "contract"
    assert page.selectbox(key=f"document_kind_{document.id}").value == "contract"


def test_removed_document_is_told_by_its_name_as_it_is(open_with, tmp_path):
    app = open_with()
    page, _ = show_document(app, tmp_path / "Draft of _May_ [x](y).txt")
    press(page, "document_remove_yes")
    assert r"Draft of \_May\_ \[x\](y).txt" in page.toast[0].value
