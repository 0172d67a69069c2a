"""A page served for the tests, and a browser that looks at it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.served import Served

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
SAMPLES = Path(__file__).parents[2] / "sample_docs"
DOCS = Path(__file__).parents[2] / "docs"


def pytest_collection_modifyitems(items):
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser():
    if CHROMIUM is None:
        reason = "Chromium is not installed; `make test` says how"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def served(tmp_path_factory):
    """The page with a scripted model, shared by the tests: each has its own conversations."""
    with Served.scripted(tmp_path_factory.mktemp("served")) as page:
        yield page


@pytest.fixture
def own_served(tmp_path):
    """A page with a scripted model and a data folder of this test alone."""
    with Served.scripted(tmp_path) as page:
        yield page


def new_tab(browser: Browser, url: str, *, language: str = "en", on_request=None) -> Page:
    """Open an address in a browser of its own and wait for the page."""
    locale = {"en": "en-US", "ko": "ko-KR"}[language]
    context = browser.new_context(viewport={"width": 1280, "height": 860}, locale=locale)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(60_000)
    if on_request is not None:
        page.on("request", lambda request: on_request(request.url))
    page.goto(url)
    page.get_by_test_id("stChatInputTextArea").wait_for()
    return page


@pytest.fixture
def tab(browser, served):
    """An English tab on the shared page."""
    page = new_tab(browser, served.url)
    yield page
    page.context.close()


@pytest.fixture
def picture():
    """Save a picture for the README, only where pictures are asked for."""

    def save(page: Page, name: str) -> None:
        if os.environ.get("GUIDEPOST_SCREENSHOTS") == "1":
            page.screenshot(path=DOCS / name)

    return save
