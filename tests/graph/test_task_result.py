"""The result of a task: what a source says is cited, a figure that stands nowhere is marked."""

from __future__ import annotations

import pytest

from agent.prose import stutters
from agent.task_result import put_right
from store.library import Library

POLICY = (
    "Article 5. Lodging\nLodging in a city is paid up to 140 pounds a night.\n"
    "Article 6. Notice\nA trip is requested at least five working days before it starts.\n"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with Library.open(tmp_path_factory.mktemp("library"), embedder="none") as opened:
        opened.add(POLICY.encode(), name="travel_policy.txt")
        opened.add(
            b'[{"name": "TripPen", "about": "Plans trips for 9 dollars a month."}]',
            name="tools.json",
        )
        yield opened


def sources(library, query, **more):
    passage = library.search(query).hits[0].passage
    return [
        {
            "n": 1, "passage_id": passage.id, "document": passage.document,
            "document_id": passage.document_id, "page": passage.page, "label": passage.label,
            "article": passage.article, "heading": passage.heading, "start": passage.start,
            "end": passage.end, "quote": passage.text[:20], "removed": False, **more,
        }
    ]  # fmt: skip


def right(text, sources, trusted, library, given=None):
    """The result put right; its writers were given all of the sources unless said."""
    ids = [s["passage_id"] for s in sources] if given is None else given
    return put_right(text, sources, trusted, library, ids)


def marked(result):
    return [result.text[mark["start"] : mark["end"]] for mark in result.marks]


def test_sentence_that_a_source_says_is_cited_with_its_span(library):
    given = sources(library, "lodging in a city a night")
    result = right("Lodging in a city is paid up to 140 pounds a night.", given, [], library)
    assert result.text.endswith("a night. [1]")
    assert result.marks == []
    (source,) = result.sources
    assert source["quote"] == "Lodging in a city is paid up to 140 pounds a night."
    page = library.page_text(source["document_id"], 1)
    assert page[source["start"] : source["end"]] == source["quote"]


def test_quotation_is_cited_where_it_stands_to_the_letter(library):
    trip = "A trip is requested at least five working days before it starts."
    first, second = sources(library, trip), sources(library, "lodging in a city a night")
    given = [{**second[0], "n": 1}, {**first[0], "n": 2}]
    result = right(f"- travel_policy.txt: “{trip}”", given, [], library)
    assert result.text.endswith("” [2]")


def test_quotation_of_two_documents_is_cited_from_the_one_that_is_named(tmp_path):
    rule = "The fee is paid within 14 days of acceptance."
    with Library.open(tmp_path / "library", embedder="none") as two:
        for name in ("mine.txt", "theirs.txt"):
            two.add(f"Article 1. Fee\n{rule}\nOf {name}.\n".encode(), name=name)
        rows = {d.name: two.passages(d.id)[0] for d in two.documents()}
        given = [
            {**sources(two, rule)[0], "n": n, "passage_id": rows[name].id, "document": name,
             "document_id": rows[name].document_id}
            for n, name in enumerate(("mine.txt", "theirs.txt"), 1)
        ]  # fmt: skip
        result = right(f"- theirs.txt: “{rule}”\n- mine.txt: “{rule}”", given, [], two)
    assert [line[-3:] for line in result.text.splitlines()] == ["[2]", "[1]"]


def test_heading_and_the_rest_of_a_quoting_line_carry_no_number_of_their_own(library):
    given = sources(library, "lodging in a city a night")
    quote = "Lodging in a city is paid up to 140 pounds a night."
    text = f"**Lodging in a city**\n\n1. **Lodging**: it says “{quote}”. Please double it."
    result = right(text, given, [], library)
    assert result.text.count("[1]") == 1
    assert f"“{quote}” [1]. Please" in result.text
    assert result.marks == []
    (source,) = result.sources
    page = library.page_text(source["document_id"], 1)
    assert page[source["start"] : source["end"]] == quote


def test_figure_that_stands_nowhere_is_marked_and_nothing_else(library):
    text = "Dear team, pack your bags!\nEveryone gets 300 pounds for lodging in a city."
    result = right(text, sources(library, "lodging in a city a night"), [], library)
    assert marked(result) == ["300 pounds"]
    assert "Dear team, pack your bags!" in result.text


def test_figure_of_the_request_or_of_a_tool_needs_no_source(library):
    given = sources(library, "lodging in a city a night")
    trusted = ["a party of 12 people", "420"]
    result = right("The 12 people cost 420 in all.", given, trusted, library)
    assert marked(result) == []


def test_result_that_rests_on_services_alone_is_not_marked(library):
    given = sources(library, "TripPen plans trips")
    result = right("Film 3 scenes of 10 seconds each.", given, [], library)
    assert result.marks == []


def test_service_proves_a_sentence_only_where_the_result_names_it_or_was_made_from_it(library):
    given = sources(library, "TripPen plans trips")
    line = "It plans trips for 9 dollars a month."
    assert right(line, given, [], library, given=[]).text == line
    assert right(line, given, [], library).text == f"{line} [1]"
    named = "TripPen plans trips for 9 dollars a month."
    assert right(named, given, [], library, given=[]).text == f"{named} [1]"


def test_parts_of_a_result_keep_the_blank_lines_between_them(library):
    given = sources(library, "lodging in a city a night")
    text = "**One**\n\nPack your bags.\n\n**Two**\n\nLodging is paid.\n\n\n**Three**\n\nGo."
    assert right(text, given, [], library).text.replace(" [1]", "") == text


def test_result_without_sources_stays_as_it_is(library):
    result = right("Film 3 scenes.", [], [], library)
    assert (result.text, result.marks, result.sources) == ("Film 3 scenes.", [], [])


def test_stutters_tells_a_text_that_goes_round_from_one_that_does_not():
    line = "the new hire spends as much time as possible and shows skill"
    assert stutters(f"1 goal {line} 2 data {line} 3 draft {line}")
    assert not stutters(POLICY)
    assert not stutters("Yes. Yes. Yes.")
