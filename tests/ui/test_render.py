"""Model text on the page: citations link, everything else of a document's making is inert."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.ui import render
from agent.ui.viewer import source_line
from agent.ui.words import Words

TEXTS = st.lists(
    st.one_of(
        st.text(alphabet="가a1 \r\n[](){}!$~:`\\*-.<>|#\"'", max_size=12),
        st.sampled_from(
            [
                "![x](http://e.x/a)", "[a][r]", "[r]", "[1]", "\n[r]: http://e.x/b\n", "<a@b.c>",
                "<http://e.x>", "```", "````", "~~~", "\n```\n", "\n````\n", "\n~~~\n", "``",
                "\\`", "- ", "> ", "1. ", "\n    ", "<b>", "<!-- ", "\n\n",
            ]
        ),
    ),
    max_size=12,
).map("".join)  # fmt: skip


def targets(markdown: str) -> list[tuple[str, str]]:
    """Return the pictures and links that a reader of Markdown finds, with where they lead."""
    blocks = MarkdownIt("commonmark").parse(markdown)
    return [
        (part.type, str(part.attrs.get("src") or part.attrs.get("href")))
        for block in blocks
        for part in block.children or []
        if part.type in {"image", "link_open"}
    ]


def test_prose_citation_of_known_source_links_to_its_anchor():
    assert (
        render.prose("연차는 15일 [1].", anchor="m7", known={1}) == "연차는 15일 [1](#cite-m7-1)."
    )


def test_prose_citation_list_gives_one_link_each():
    text = render.prose("x [1, 3]", anchor="m", known={1, 3})
    assert text == "x [1](#cite-m-1)[3](#cite-m-3)"


def test_prose_citation_of_unknown_source_stays_plain():
    assert render.prose("x [4]", anchor="m", known={1}) == r"x \[4\]"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("![x](http://a.b/c.png)", r"!\[x]\(http://a.b/c.png)"),
        ("[here](http://a.b)", r"[here]\(http://a.b)"),
        ("$20 and $30", r"\$20 and \$30"),
        ("09:00~18:00", r"09:00\~18:00"),
        (":red[x] :smile:", r"\:red[x] \:smile:"),
        (r"\$5", r"\$5"),
    ],
)
def test_prose_active_markdown_becomes_inert(written, shown):
    assert render.prose(written) == shown


def test_prose_code_is_left_as_it_is():
    assert render.prose("`a[1] $x$`", anchor="m", known={1}) == "`a[1] $x$`"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("12000*3*4 = 144,000", r"12000\*3\*4 = 144,000"),
        ("**합계: 1,000원*3명*(2+1)**은", r"**합계: 1,000원\*3명\*(2+1)**은"),
        ("가격*수량*세율, (1+r)**2**n", r"가격\*수량\*세율, (1+r)\*\*2\*\*n"),
        ("2**10 and x**2 [1]", r"2\*\*10 and x\*\*2 \[1\]"),
        (r"2\*3*4", r"2\*3\*4"),
        ("3 * 4 * 5", "3 * 4 * 5"),
        ("- *one*\n* 3*4*5", "- *one*\n* 3\\*4\\*5"),
    ],
)
def test_prose_signs_of_arithmetic_are_shown(written, shown):
    assert render.prose(written) == shown


@pytest.mark.parametrize(
    "written",
    [
        "**중요**합니다", "이것은**중요**합니다", "총**3가지**입니다", "**15**일은", "*강조*는",
        "**(1안)**으로", "**AI**가", "***both***", "*a **b** c*", "`2*3*4` and **b**",
        "```\n2*3*4\n```", "**굵게(bold)**(설명)",
    ],
)  # fmt: skip
def test_prose_stress_and_code_stay_as_they_are(written):
    assert render.prose(written) == written


def test_prose_sum_in_a_mark_is_shown_and_the_mark_keeps_its_place():
    marked = render.prose("a 2*3*4 b", marks=[{"start": 2, "end": 7}])
    assert marked == r"a :orange-background[2\*3\*4] b"


def test_prose_mark_over_two_list_lines_colours_each_after_its_marker():
    text = "- one\n- two"
    marked = render.prose(text, marks=[{"start": 0, "end": len(text)}])
    assert marked == "- :orange-background[one]\n- :orange-background[two]"


def test_prose_citation_inside_mark_still_links():
    marked = render.prose("a [1] b", anchor="m", known={1}, marks=[{"start": 0, "end": 7}])
    assert marked == ":orange-background[a [1](#cite-m-1) b]"


def test_prose_mark_in_table_row_is_not_drawn():
    assert render.prose("| a | b |", marks=[{"start": 0, "end": 9}]) == "| a | b |"


@pytest.mark.parametrize(
    "written",
    [
        "See ``` ![x](http://e.x/a.png?q=secret) there",
        r"Sure \`![x](http://e.x/a.png?q=secret)\` it is",
        "````\ncode ```\n````\n\n![x](http://e.x/a.png)\n\nmore",
        "`` ![x](http://e.x/a.png) ` y",
        "~~~\n`\n~~~\n![x](http://e.x/a.png)`",
        "- a\n  ```\n  code\n![x](http://e.x/a.png)\n```",
        "![x][r]\n\n[r]: http://e.x/a.png",
        "[press]\n\n[press]: http://e.x/a",
        "`[press]`\n\n\\`[press]: http://e.x/a`",
        "<http://e.x/a>",
    ],
)
def test_prose_what_only_looks_like_code_shows_no_picture_and_no_link(written):
    assert targets(render.prose(written)) == []


def test_prose_fenced_code_is_left_as_it_is_wherever_it_stands():
    text = "1. Run it:\n\n   ```python\n   a[0](x) # ~$5\n   ```\n\n~~~\n![x](y)\n~~~"
    assert render.prose(text) == text


def test_prose_code_span_is_shown_as_it_is():
    shown = render.prose("`rows[0](x)`")
    assert shown.replace("\u2060", "") == "`rows[0](x)`"
    assert targets(shown) == []


@given(TEXTS, st.lists(st.tuples(st.integers(0, 80), st.integers(0, 80)), max_size=3))
def test_prose_any_text_has_no_picture_and_no_link_but_citations(text, spans):
    marks = [{"start": start, "end": end} for start, end in spans]
    shown = render.prose(text, anchor="m", known={1}, marks=marks)
    assert set(targets(shown)) <= {("link_open", "#cite-m-1")}


def test_plain_markup_is_escaped_and_cut():
    assert render.plain("*a* [b]\nc", 0) == r"\*a\* \[b\] c"
    assert render.plain("가나다라마", 3) == "가나…"


def test_with_marks_spans_are_marked_and_html_is_escaped():
    assert render.with_marks("<b>ab", [(3, 4)]) == "&lt;b&gt;<mark>a</mark>b"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 B"), (2048, "2.0 KB"), (5 << 20, "5.0 MB"), (3 << 30, "3.0 GB")]
)
def test_size_bytes_are_readable(count, text):
    assert render.size(count) == text


def test_file_name_title_with_path_signs_is_harmless():
    assert render.file_name("../휴가: 규정?", "md") == "휴가 규정.md"


@pytest.mark.parametrize(("article", "line"), [("7", "제7조"), ("부칙", "부칙")])
def test_source_line_numbers_an_article_and_names_what_has_no_number(article, line):
    source = {"document": "rules.pdf", "page": 4, "article": article}
    assert source_line(Words("ko"), source).endswith(f" · {line}")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_source_line_names_the_record_of_a_catalogue_and_no_page(language):
    record = {"document": "tools.json", "page": 1, "label": "1", "heading": "ShortsPen"}
    assert source_line(Words(language), record) == "tools.json · ShortsPen"
    page = source_line(Words(language), {"document": "rules.pdf", "page": 3, "heading": "Leave"})
    assert page == {"ko": "rules.pdf · 3쪽", "en": "rules.pdf · p. 3"}[language]
