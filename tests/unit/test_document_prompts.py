"""The prompts of the documents' path, kept as snapshots."""

import json

import pytest

from agent.evidence import Evidence
from agent.excerpts import excerpts
from agent.nodes.search_further import SEARCH_TOOLS
from agent.prompts.answer import render_answer
from agent.prompts.check import Verdict, render_check
from agent.prompts.choose import choose_schema, render_choose
from agent.prompts.research import SearchQuery, render_translation, request_text
from agent.prompts.route import FollowUpReply, RouteReply, render_follow_up, render_route
from agent.tools.builtin import builtin_tools
from tests.snapshot import check, in_words

SEARCHES = [tool for tool in builtin_tools().all() if tool.name in SEARCH_TOOLS]
QUESTION = {"en": "How long may I keep a laptop?", "ko": "노트북은 며칠 빌릴 수 있어?"}
TEXTS = {
    "en": ("A laptop is lent for 21 days.", "A laptop is lent for 14 days."),
    "ko": ("노트북은 21일 동안 빌려 준다.", "노트북은 14일 동안 빌려 준다."),
}
EXCHANGE = {
    "en": "Where are the laptops?\nAt the front desk.",
    "ko": "노트북은 어디 있어?\n안내 데스크에 있습니다.",
}
SUMMARY = {"en": "The user plans a trip.", "ko": "사용자는 출장을 준비한다."}


def shown(language):
    passages = []
    for n, (text, kind) in enumerate(
        zip(TEXTS[language], ("contract", "standard"), strict=True), 1
    ):
        passages.append(
            Evidence(
                n, f"p{n}", f"d{n}", f"{kind}.pdf", 1, "1", 0, len(text), text, "3", "Loans", kind
            )
        )
    return excerpts(QUESTION[language], passages)


def prompts(language):
    question = QUESTION[language]
    other = "ko" if language == "en" else "en"
    return {
        "route": render_route(question, ["rules.pdf"]),
        "follow_up": render_follow_up(question, EXCHANGE[language]),
        "check": render_check(question, TEXTS[language][0], "Loans", language),
        "answer": render_answer(question, shown(language)[:1], language),
        "answer_sides": render_answer(question, shown(language), language, two_sides=True),
        "answer_full": render_answer(
            question,
            shown(language)[:1],
            language,
            results=["calculator: 2 * 21 = 42"],
            summaries=[SUMMARY[language]],
        ),
        "translate": render_translation(question, other),
        "choose": render_choose(request_text(question, ["laptop"]), SEARCHES),
    }


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("name", prompts("en"))
def test_prompt_is_as_it_was(name, language):
    check(f"documents_{name}_{language}", in_words(prompts(language)[name]))


def test_schemas_are_as_they_were():
    schemas = {
        "route": RouteReply.model_json_schema(),
        "follow_up": FollowUpReply.model_json_schema(),
        "check": Verdict.model_json_schema(),
        "translate": SearchQuery.model_json_schema(),
        "choose": choose_schema(SEARCHES, 3),
    }
    check("documents_schemas", json.dumps(schemas, indent=1, ensure_ascii=False) + "\n")


def test_check_of_a_long_sentence_stays_short():
    (*fixed, asked) = render_check("What?", "word " * 500, "", "en")
    assert len(asked.text) < 400
    assert [m.text for m in fixed] == [m.text for m in render_check("?", "x", "", "en")[:-1]]
