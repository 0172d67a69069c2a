"""Files that are not as they should be, and documents that go."""

from __future__ import annotations

import re

import fpdf
import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.acts import HANDBOOK_EN, SLOW_MS, document, drop, job, no_traceback


def pdf(text="", password=""):
    """Return a small PDF; without text its page is only a picture."""
    made = fpdf.FPDF()
    made.add_page()
    made.set_font("helvetica", size=14)
    if text:
        made.multi_cell(0, 8, text)
    else:
        made.image(Image.new("RGB", (600, 800), "lightgrey"), 10, 10, 190)
    if password:
        made.set_encryption(owner_password=password, user_password=password)
    return bytes(made.output())


def file(name, data):
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("not_really.pdf", b"this is no pdf at all" * 20, "cannot be read"),
        ("nothing.txt", b"", "holds no text"),
        ("photo.bin", bytes(range(256)) * 40, "cannot be read"),
    ],
)
def test_file_that_cannot_be_read_gives_a_sentence(tab, name, data, sentence):
    drop(tab, file(name, data))
    expect(job(tab, name)).to_contain_text(sentence, timeout=SLOW_MS)
    no_traceback(tab)


def test_file_of_pictures_only_gives_a_sentence(tab):
    drop(tab, file("scan.pdf", pdf()))
    expect(job(tab, "scan.pdf")).to_contain_text("text recognition", timeout=SLOW_MS)


def test_file_with_a_password_asks_for_it_until_it_fits(tab):
    secret = pdf("The alarm code of the workshop is kept by the porter on duty.", "sesame")
    drop(tab, file("secret.pdf", secret))
    box = job(tab, "secret.pdf")
    expect(box).to_contain_text("Enter its password", timeout=SLOW_MS)
    _unlock(box, "simsalabim")
    expect(box).to_contain_text("does not open it", timeout=SLOW_MS)
    _unlock(box, "sesame")
    expect(document(tab, "secret.pdf")).to_be_visible(timeout=SLOW_MS)


def _unlock(box, word):
    box.locator("input").fill(word)
    box.locator("input").press("Enter")
    box.get_by_role("button", name="Unlock").click()


def test_file_dropped_twice_is_one_document(tab):
    for _ in range(2):
        drop(tab, HANDBOOK_EN)
        expect(document(tab, HANDBOOK_EN.name)).to_have_count(1, timeout=SLOW_MS)
    expect(job(tab, HANDBOOK_EN.name)).to_contain_text("already here", timeout=SLOW_MS)
    expect(document(tab, HANDBOOK_EN.name)).to_have_count(1)


def test_file_of_a_taken_name_asks_and_removal_takes_all_away(tab):
    name = "garden_rules.txt"
    drop(tab, file(name, b"The garden closes at nine in the evening from May on."))
    expect(document(tab, name)).to_be_visible(timeout=SLOW_MS)
    row = tab.locator('[class*="st-key-document_"]').filter(has_text=name)
    (old,) = re.findall(r"st-key-document_[0-9a-f]{12}", row.last.get_attribute("class"))
    drop(tab, file(name, b"The garden closes at eight in the evening from May on."))
    expect(job(tab, name)).to_contain_text("Another document has this name", timeout=SLOW_MS)
    job(tab, name).get_by_role("button", name="Replace it", exact=True).first.click()
    expect(job(tab, name)).to_have_count(0, timeout=SLOW_MS)
    expect(tab.locator(f".{old}")).to_have_count(0, timeout=SLOW_MS)
    document(tab, name).click()
    card = tab.get_by_role("dialog")
    card.get_by_text("Remove document").click()
    expect(card).to_contain_text("1 passages")
    card.get_by_role("button", name="Yes, remove it").click()
    expect(document(tab, name)).to_have_count(0, timeout=SLOW_MS)
    expect(tab.get_by_text("Removed garden_rules.txt: 1 passages")).to_be_visible()
