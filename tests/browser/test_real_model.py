"""The whole page with the built-in model: a document dropped, asked, answered with its page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.acts import POLICY_KO, answer, ask, document, drop, no_traceback
from tests.browser.conftest import new_tab
from tests.browser.served import ROOT, Served

PATIENCE_MS = 240_000


@pytest.mark.model
def test_page_with_the_built_in_model_answers_from_a_dropped_document(
    tmp_path, browser, standard_model
):
    environment = {
        "GUIDEPOST_ENGINE": "builtin",
        "GUIDEPOST_MODELS_DIR": str(standard_model.parent),
        "GUIDEPOST_EMBEDDER": "none",
    }
    with Served(ROOT / "streamlit_app.py", tmp_path, **environment) as served:
        page = new_tab(browser, served.url, language="ko")
        drop(page, POLICY_KO)
        expect(document(page, POLICY_KO.name)).to_be_visible(timeout=PATIENCE_MS)
        ask(page, "연차 신청은 며칠 전까지 해야 하나요?")
        sources = answer(page).get_by_text(f"{POLICY_KO.name} · 2쪽")
        expect(sources.first).to_be_visible(timeout=PATIENCE_MS)
        expect(answer(page)).to_contain_text("3영업일", timeout=PATIENCE_MS)
        no_traceback(page)
        page.context.close()
