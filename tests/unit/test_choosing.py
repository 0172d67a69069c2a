import json

import pytest

from agent.models.door import StopSignal
from agent.prompts.choose import choose_schema
from agent.tools.builtin import builtin_tools
from agent.tools.choosing import article_in, choose, mended, quoted_in, right_search
from agent.tools.expressions import expression_in
from tests.scripted import scripted_door, scripted_model


def reply(*calls, more=False):
    rows = [{"tool": tool, "args": args} for tool, args in calls]
    return json.dumps({"calls": rows, "more": more}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("123 * 456 계산해줘", "123 * 456"),
        ("what is (3+4)*12?", "(3+4)*12"),
        ("3만원 × 12 는?", ""),
        ("5만 + 3만 알려줘", "5만 + 3만"),
        ("3만 5천 + 2만원", "3만 5천 + 2만"),
        ("3만원 × 12 + 5 는?", ""),
        ("5만 + 3만원 * 2", ""),
        ("24/7 service costs $20", ""),
        ("for 2026-2027", ""),
        ("전화는 02-123-4567", ""),
        ("What is 10/4?", "10/4"),
        ("100-37은 얼마야", "100-37"),
        ("회의는 3시에", ""),
        ("version 2.0 of the file", ""),
    ],
)
def test_expression_in_finds_what_can_be_worked_out(text, expression):
    assert expression_in(text) == expression


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("제7조 내용", "7"),
        ("제 12 조의 2", "12-2"),
        ("Show me Article 5.", "5"),
        ("section 3.2 please", "3.2"),
        ("조건이 뭐야", ""),
    ],
)
def test_article_in_reads_the_number(text, number):
    assert article_in(text) == number


def test_quoted_in_reads_the_first_quotation():
    assert quoted_in('show "손해배상" and "해지"') == "손해배상"
    assert quoted_in("nothing quoted") == ""


@pytest.mark.parametrize(
    ("request_", "proposed", "mended"),
    [
        ("123 * 456 계산해줘", "123 * 465", "123 * 456"),
        ("2,000원의 1000분의 3을 계산해줘", "2000 * 1000 / 3", "2000 * 3 / 1000"),
        ("Add 4 to 10% of 50", "50 * 10 / 100 + 4", "50 * 10 / 100 + 4"),
        ("1억 2천만원의 3.3%", "120000000 * 0.033", "120000000 * 0.033"),
        ("1억 2천만원의 3.3%", "20000000 * 0.033", "120000000 * 3.3 / 100"),
        ("50 dollars less 20%, 3 of them", "50 * 0.8 * 3", "50 * 0.8 * 3"),
        ("24/7 service at $20 a month for 12 months", "20 * 12", "20 * 12"),
        ("10-20 dollars a month, for 12 months", "20 * 12", "20 * 12"),
        ("3 people at $45 each, 9 - 6 shift", "3 * 45", "3 * 45"),
        ("3만 5천 + 2만원", "35000 + 20000", "35000 + 20000"),
        ("3만 5천 + 2만원", "5000 + 20000", "3만 5천 + 2만"),
        ("What is 123 * 456 + 5?", "123 * 456", "123 * 456 + 5"),
        ("(1,200 + 300) x 12 계산", "1200 + 300 * 12", "(1,200 + 300) x 12"),
        ("12-5?", "12 + 5", "12-5"),
        ("300만원의 3.3%를 공제한 금액", "3000000 * 0.967", "3000000 * 0.967"),
    ],
)
def test_choose_wrong_expression_is_mended_from_the_request(request_, proposed, mended):
    door = scripted_door([reply(("calculator", {"expression": proposed}))])
    choice = choose(door, request_, builtin_tools().all(), stop=StopSignal())
    assert [c.arguments for c in choice.calls] == [{"expression": mended}]
    assert choice.model_calls == 1


def test_choose_same_call_twice_is_made_once():
    call = ("hybrid_search", {"query": "leave"})
    door = scripted_door([reply(call, call)])
    choice = choose(door, "leave?", builtin_tools().all(), stop=StopSignal())
    assert len(choice.calls) == 1


def test_choose_unreadable_reply_twice_finishes():
    door = scripted_door(["no json", "still none"])
    choice = choose(door, "hello", builtin_tools().all(), stop=StopSignal())
    assert choice.finish
    assert choice.calls == []
    assert choice.model_calls == 2


def test_choose_offers_only_the_tools_given():
    tools = [t for t in builtin_tools().all() if t.name == "calculator"]
    door = scripted_door([reply(("finish", {}))])
    choose(door, "hello", tools, stop=StopSignal())
    sent = scripted_model(door).calls[0]
    assert "hybrid_search" not in sent.prompt
    options = sent.format["properties"]["calls"]["items"]["anyOf"]
    assert [o["properties"]["tool"]["const"] for o in options] == ["calculator", "finish"]


def test_choose_schema_bounds_every_string_and_array():
    def unbounded(node):
        if isinstance(node, dict):
            if node.get("type") == "string" and "const" not in node and "maxLength" not in node:
                yield node
            if node.get("type") == "array" and "maxItems" not in node:
                yield node
            for child in node.values():
                yield from unbounded(child)
        elif isinstance(node, list):
            for child in node:
                yield from unbounded(child)

    assert list(unbounded(choose_schema(builtin_tools().all(), 3))) == []


@pytest.mark.parametrize(
    ("tool", "request_text", "expected"),
    [
        ("retrieve_docs", "업로드한 문서에서 경조금에 관한 내용을 검색한다", "hybrid_search"),
        ("hybrid_search", "자막을 다는 서비스를 카탈로그에서 찾는다", "retrieve_docs"),
        ("hybrid_search", "Look in the handbook for sick pay", "hybrid_search"),
        ("retrieve_docs", "Find candidate services for noise removal", "retrieve_docs"),
        ("lookup_standard_contract", "Look in the handbook for sick pay", "hybrid_search"),
        ("hybrid_search", "표준계약서의 검수 기간을 조회한다", "lookup_standard_contract"),
        ("calculator", "Add the service fees", "calculator"),
        ("get_article_by_title", "취업 규칙에서 수습 기간을 찾는다", "hybrid_search"),
        ("get_article_by_title", "계약서의 비밀유지 조항을 가져온다", "get_article_by_title"),
        ("get_article_by_title", "Fetch 'Probation'", "get_article_by_title"),
        ("get_article_by_title", "제목이 수습인 조를 가져온다", "get_article_by_title"),
        ("get_article_by_title", "소식지 글 쓰기. 제목과 본문을 갖춘 첫 호", "hybrid_search"),
        ("get_article_by_title", "Write a title and a text", "hybrid_search"),
        ("get_article_by_index", "Look up the notice period", "hybrid_search"),
        ("get_article_by_index", "제12조를 확인한다", "get_article_by_index"),
        ("read_file", "꽃집 초안 만들기. 처음부터 끝까지 갖춘 초안", "hybrid_search"),
        ("read_file", "Make a first draft", "hybrid_search"),
        ("read_file", "핸드북 3쪽을 보여준다", "read_file"),
        ("read_file", "Read the handbook", "read_file"),
        ("read_file", "Read article 15 of the handbook", "get_article_by_index"),
        ("read_file", "Read the 'Grievances' clause", "get_article_by_title"),
        ("read_file", "handbook.pdf의 제3조를 읽는다", "read_file"),
    ],
)
def test_right_search_tells_services_from_text(tool, request_text, expected):
    offered = {tool.name for tool in builtin_tools().all()}
    assert right_search(tool, request_text, offered) == expected


def test_right_search_keeps_what_was_chosen_where_the_other_is_not_offered():
    assert right_search("retrieve_docs", "경조금을 찾는다", {"retrieve_docs"}) == "retrieve_docs"


@pytest.mark.parametrize(
    ("request_text", "name"),
    [
        ("보고서_2026.pdf를 처음부터 읽는다", "보고서_2026.pdf"),
        ("Open notes-v2.md and read it.", "notes-v2.md"),
        ("Read the handbook", "handbook"),
    ],
)
def test_mended_file_name_is_the_one_that_the_request_holds(request_text, name):
    assert mended("read_file", {"name": "handbook", "page": 1}, request_text)["name"] == name


def test_choose_fetch_of_no_named_article_becomes_a_search_for_its_words():
    call = ("get_article_by_title", {"title": "수습 기간", "document": "취업 규칙"})
    door = scripted_door([reply(call)])
    tools = builtin_tools().all()
    choice = choose(door, "취업 규칙에서 수습 기간을 찾는다", tools, stop=StopSignal())
    assert [(c.tool, c.arguments) for c in choice.calls] == [
        ("hybrid_search", {"query": "수습 기간"})
    ]


def test_choose_reading_of_a_named_article_becomes_its_fetch_from_that_document():
    door = scripted_door([reply(("read_file", {"name": "handbook", "page": 15}))])
    tools = builtin_tools().all()
    choice = choose(door, "Read article 15 of the handbook.", tools, stop=StopSignal())
    assert [(c.tool, c.arguments) for c in choice.calls] == [
        ("get_article_by_index", {"document": "handbook", "number": "15"})
    ]


@pytest.mark.parametrize(
    ("request_text", "proposed", "zone"),
    [
        ("지금 시드니가 몇 시인지 알아본다", "America/Los_Angeles", "Australia/Sydney"),
        ("What time is it in Singapore?", "Singapore", "Asia/Singapore"),
        ("런던과 뉴욕의 시각을 견준다", "Europe/London", "Europe/London"),
        ("What time is it at the branch?", "Asia/Tokyo", "Asia/Tokyo"),
        ("오늘 서울 날짜", "", ""),
    ],
)
def test_mended_time_zone_is_that_of_the_one_place_named(request_text, proposed, zone):
    assert mended("get_time", {"time_zone": proposed}, request_text) == {"time_zone": zone}
