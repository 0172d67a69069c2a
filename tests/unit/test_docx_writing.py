"""Markdown in a DOCX file: headings, lists that count from one, tables, emphasis, inert links."""

from __future__ import annotations

import io

import pytest
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.docx_writing import add_markdown


def written(text):
    """Return the document as it is read back from its bytes."""
    document = Document()
    add_markdown(document, text)
    out = io.BytesIO()
    document.save(out)
    return Document(out)


def lines(text):
    return [(p.style.name, p.text) for p in written(text).paragraphs]


def emphasised(text, kind):
    return [run.text for p in written(text).paragraphs for run in p.runs if getattr(run, kind)]


def first_numbers(document):
    """Return for each numbered paragraph the first number of the list that it belongs to."""
    definitions = document.part.numbering_part.element
    found = []
    for paragraph in document.paragraphs:
        properties = paragraph._p.pPr.numPr if paragraph._p.pPr is not None else None
        if properties is not None and paragraph.style.name.startswith("List Number"):
            number = definitions.num_having_numId(properties.numId.val)
            override = number.lvlOverride_lst[0].startOverride.val
            found.append((properties.numId.val, override))
    return found


def test_headings_are_one_level_below_the_title():
    assert lines("# A\n\n## B\n\n### C\n\n#### D") == [
        ("Heading 1", "A"), ("Heading 1", "B"), ("Heading 2", "C"), ("Heading 3", "D"),
    ]  # fmt: skip


def test_lists_nest_and_what_belongs_to_an_item_goes_on_below_it():
    text = "1. Mix\n   - flour\n     - fine\n       - white\n2. Bake\n\n   Half an hour.\n"
    assert lines(text) == [
        ("List Number", "Mix"), ("List Bullet 2", "flour"), ("List Bullet 3", "fine"),
        ("List Bullet 3", "white"), ("List Number", "Bake"), ("List Continue", "Half an hour."),
    ]  # fmt: skip


def test_numbered_list_counts_from_its_own_first_number():
    of_lists = first_numbers(written("1. a\n2. b\n\nBetween.\n\n1. c\n\n# Later\n\n0. d\n"))
    assert [start for _, start in of_lists] == [1, 1, 1, 0]
    assert of_lists[0] == of_lists[1]
    assert len(set(of_lists)) == 3


def test_table_keeps_rows_columns_and_a_bold_head():
    table = written("| Plan | Price |\n| --- | --- |\n| A | **7** dollars |\n| B |\n").tables[0]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Plan", "Price"], ["A", "7 dollars"], ["B", ""],
    ]  # fmt: skip
    assert [cell.paragraphs[0].runs[0].bold for cell in table.rows[0].cells] == [True, True]
    assert [run.text for run in table.rows[1].cells[1].paragraphs[0].runs if run.bold] == ["7"]


@pytest.mark.parametrize(
    "text", ["The **script** is", '그 **"파란바람"**은 카페다', "**(1안)**으로 한다"]
)
def test_bold_is_bold_and_shows_no_asterisk_before_a_particle_either(text):
    assert emphasised(text, "bold") == [text.split("**")[1]]
    assert lines(text)[0][1] == text.replace("**", "")


def test_italics_and_bold_within_each_other():
    assert emphasised("*one **two***", "italic") == ["one ", "two"]
    assert emphasised("*one **two***", "bold") == ["two"]


def test_signs_of_arithmetic_are_written_and_stress_and_code_go_on_working():
    text = "12000*3*4 = **144,000원*1**은 2**10*2**3\n\n`2*3*4`\n\n```\n2*3*4\n```"
    assert [line for _, line in lines(text)] == [
        "12000*3*4 = 144,000원*1은 2**10*2**3", "2*3*4", "2*3*4",
    ]  # fmt: skip
    assert emphasised(text, "bold") == ["144,000원*1"]
    assert lines("[Pay](https://x.test/2*3*4)")[0][1] == "Pay (https://x.test/2*3*4)"


def test_links_pictures_and_tags_are_text():
    document = written("[Pay](https://x.test/a) ![logo](y.png) <b>raw</b> <https://z.test>")
    assert document.paragraphs[0].text == "Pay (https://x.test/a) logo <b>raw</b> https://z.test"
    assert not [r for r in document.part.rels.values() if r.is_external]


def test_lines_of_a_paragraph_stay_lines_and_a_draft_is_no_markup():
    assert lines("One\ntwo\n---\n") == [("Normal", "One\ntwo")]
    assert lines("[1]: See page 3") == [("Normal", "[1]: See page 3")]
    assert lines("> said\n\n```\na = 1\nb\n```") == [("Quote", "said"), ("Normal", "a = 1\nb")]


@settings(max_examples=30)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t")))
def test_any_text_is_written_and_can_be_read_back(text):
    written(text)


WORDS = st.sampled_from(["가나", "x", "**", "- ", "1. ", "\n", "\n\n", "  ", "> ", "# "])


@settings(max_examples=30)
@given(st.lists(WORDS, max_size=40).map("".join))
def test_words_are_kept_whatever_the_markup(text):
    document = written(text)
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    told = "".join([p.text for p in document.paragraphs] + cells)
    assert told.count("가나") == text.count("가나")
