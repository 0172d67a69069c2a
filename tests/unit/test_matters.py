import pytest

from agent.matters import (
    asks_about_here,
    asks_about_own,
    asks_for_a_fact,
    is_study_and_draft,
    is_talk,
)


@pytest.mark.parametrize(
    ("question", "own"),
    [
        ("회사의 창립 기념일은 언제인가요?", True),
        ("Does our company have a gym?", True),
        ("How many employees work here?", True),
        ("회사 생활이 힘들어", False),
        ("How do I write a policy essay?", False),
        ("프랑스의 수도는 어디야?", False),
    ],
)
def test_asks_about_own_tells_facts_of_the_house_from_talk(question, own):
    assert asks_about_own(question) is own


@pytest.mark.parametrize(
    "message",
    [
        "Write a poem about autumn",
        "Translate this sentence: The meeting starts at nine.",
        "이 문장을 영어로 번역해줘: 회의는 9시에 시작합니다.",
        "안녕",
        "고마워",
        "Hello, how are you?",
        "2+2는?",
        "지금 몇 시야?",
        "너는 누구야?",
        "What can you do?",
        "Can you help me?",
        "What did I say my name was?",
    ],
)
def test_is_talk_what_no_document_could_hold(message):
    assert is_talk(message)
    assert not asks_for_a_fact(message)


@pytest.mark.parametrize(
    "message",
    [
        "What is the dress code?",
        "Who do I tell when I am sick?",
        "Could you tell me the notice period?",
        "Hello, how long is the lunch break?",
        "안녕하세요, 점심시간은 언제인가요?",
        "연차 일수를 알려줘",
        "번역 비용 한도는 얼마야?",
        "광합성이 뭔지 한 문장으로 설명해줘",
        "프랑스의 수도는 어디야?",
    ],
)
def test_asks_for_a_fact_whoever_may_know_it(message):
    assert asks_for_a_fact(message)


@pytest.mark.parametrize(
    ("question", "here"),
    [
        ("What is the dress code?", True),
        ("May I bring my dog?", True),
        ("Is there a gym?", True),
        ("How long is the lunch break?", True),
        ("청바지 입어도 돼?", True),
        ("안전화를 신어야 하나요?", True),
        ("What is the capital of France?", False),
        ("How do I write a cover letter?", False),
        ("What is machine learning?", False),
        ("연말정산이 뭐야?", False),
        ("파이썬 리스트 정렬하는 법", False),
    ],
)
def test_asks_about_here_is_told_from_what_the_world_knows(question, here):
    assert asks_about_here(question) is here


@pytest.mark.parametrize(
    ("message", "takes_steps"),
    [
        ("두 계약서를 검토해서 의견서를 작성해줘", True),
        ("세 견적서를 비교하고 거래처에 보낼 메일 초안을 써 줘", True),
        ("이 보고서를 분석해서 발표 자료를 준비하고 싶어", True),
        ("Review the lease and draft a letter to the landlord", True),
        ("Could you compare the three offers, then write a memo for the board?", True),
        ("두 계약서를 비교해줘", False),
        ("표준계약서와 비교해서 다른 점을 알려줘", False),
        ("규정을 찾아서 신청서 작성 방법을 알려줘", False),
        ("경비 규정을 확인하고 보고서를 언제까지 써야 하는지 알려줘", False),
        ("안내문을 써줘", False),
        ("Compare my contract with the standard one", False),
        ("What must I check before I write a report?", False),
        ("Who checks the timesheet and writes the report?", False),
    ],
)
def test_is_study_and_draft_where_one_thing_is_made_of_another(message, takes_steps):
    assert is_study_and_draft(message) is takes_steps
