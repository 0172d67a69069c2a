"""The prompts of the documents' path, kept as snapshots."""

import json

import pytest

from agent.evidence import Evidence
from agent.excerpts import excerpts
from agent.nodes.search_further import SEARCH_TOOLS
from agent.prompts.answer import Verdict, render_answer, render_verdict
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
        "verdict": render_verdict(question, shown(language), language),
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
        "verdict": Verdict.model_json_schema(),
        "translate": SearchQuery.model_json_schema(),
        "choose": choose_schema(SEARCHES, 3),
    }
    check("documents_schemas", json.dumps(schemas, indent=1, ensure_ascii=False) + "\n")


def test_answer_and_verdict_share_their_beginning_so_that_it_is_read_once():
    for language in ("ko", "en"):
        verdict = render_verdict(QUESTION[language], shown(language), language)
        answer = render_answer(QUESTION[language], shown(language), language, results=["a: b"])
        assert [m.text for m in answer[: len(verdict)]] == [m.text for m in verdict]
