"""Documents that a request speaks of, known by its words and by what is there."""

from __future__ import annotations

import pytest

from agent.missing_documents import missing_question, says_added, spoken_of
from store.records import Document

HANDBOOK = "employee_handbook_en.pdf"


def document(name: str, kind: str = "other") -> Document:
    return Document(
        id=name, name=name, kind=kind, stage="ready", pages=1, passages=1, size_bytes=1,
        language="ko", added_at=0.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("request_text", "language", "count"),
    [
        ("Compare these three contracts and draft a position.", "en", 3),
        ("Review my lease and draft what to negotiate.", "en", 1),
        ("Go through the two reports and write a summary.", "en", 2),
        ("이 계약서 세 개를 비교해서 의견서를 써줘", "ko", 3),
        ("세 계약서를 비교해줘", "ko", 3),
        ("우리 회사 자료를 분석해서 보고서로 써줘", "ko", 1),
        ("첨부한 파일을 요약해줘", "ko", 1),
        ("내 서류를 보관하는 곳을 새로 정하고 싶어", "ko", 0),
        ("내년 보고서를 쓸 때 비교할 것을 계획해줘", "ko", 0),
        ("Compare three quotes for a new kitchen.", "en", 0),
        ("Write a report about bees.", "en", 0),
        ("Check the documents needed for a visa.", "en", 0),
        ("Check the papers required to open an account.", "en", 0),
        ("Write a report, then review the report.", "en", 0),
        ("Make invoices for my clients and check the invoices.", "en", 0),
        ("Write a summary, then review the report.", "en", 1),
        ("Review the attached NDA.", "en", 1),
        ("Summarise the attached proposal.", "en", 1),
        ("Compare contract A and contract B.", "en", 2),
        ("Compare lease 1 with 2.", "en", 2),
        ("I have three contracts. Compare them and draft a position.", "en", 3),
        ("I have a contract job. Write a letter about it.", "en", 0),
        ("Review my contract: " + "The tenant pays on the first day of the month. " * 3, "en", 0),
        ("내 계약서를 검토해줘. " + "제1조 임차인은 매달 첫날에 낸다. " * 20, "ko", 0),
    ],
)
def test_spoken_of_reads_documents_that_the_person_has(request_text, language, count):
    spoken = spoken_of(request_text, language)
    assert (spoken.count if spoken else 0) == count


@pytest.mark.parametrize(
    ("there", "says"),
    [
        ([], "not among your documents"),
        ([document("menu.pdf")], "not among your documents"),
        ([document("a.pdf", "contract"), document("my lease.pdf")], "2 of them"),
        ([document("a.pdf", "contract"), document("b.pdf", "standard")] * 2, ""),
    ],
)
def test_missing_question_counts_the_contracts(there, says):
    question = missing_question("Compare these three contracts.", there, "en")
    assert says in question
    assert bool(question) is bool(says)


def test_missing_question_takes_documents_that_the_request_calls_by_name():
    request = "Compare these two agreements, Acme NDA and Beta NDA, and draft my position."
    there = [document("Acme_NDA.pdf"), document("beta-nda.pdf"), document("menu of the week.pdf")]
    assert missing_question(request, there, "en") == ""
    assert missing_question(request, there[1:], "en")
    assert missing_question("Review my lease and draft a letter.", [document("draft.txt")], "en")
    assert missing_question("Review this contract, mine.pdf.", [document("mine.pdf")], "en") == ""


def test_missing_question_of_other_documents_needs_one_of_any_kind():
    request = "올린 보고서를 요약해서 발표 자료를 만들어줘"
    assert "보고서" in missing_question(request, [], "ko")
    assert missing_question(request, [document("메모.txt")], "ko") == ""


@pytest.mark.parametrize(
    ("answer", "added"),
    [
        ("added", True),
        ("I've added them.", True),
        ("다 넣었습니다!", True),
        ("네", True),
        ("파일을 추가했어요", True),
        ("방금 둘 다 넣었어", True),
        ("네, 계약서 올려 놨어요", True),
        ("업로드 했습니다", True),
        ("yes, added both", True),
        ("I've uploaded the files now", True),
        ("They're there now.", True),
        ("방금 두 개 다 올렸어", True),
        ("업로드 완료", True),
        ("파일 2개 추가함", True),
        ("다 넣었어. 계속해 줘", True),
        ("uploaded, thanks", True),
        ("Ok, I uploaded the lease", True),
        ("두 개를 올려야 해", False),
        ("업로드가 안 돼", False),
        ("I added a clause on rent.", False),
        ("계약서를 두 부 넣어야 해", False),
        ("The rent is 900 a month.", False),
        ("월세는 90만 원이야", False),
        ("", False),
        ("i have " * 500, False),
    ],
)
def test_says_added(answer, added):
    assert says_added(answer) is added


@pytest.mark.parametrize(
    ("request_text", "named"),
    [
        (
            "Prepare a party, compare quote.pdf with our handbook and stay under 300 dollars",
            "quote.pdf",
        ),
        ("Make a plan from minutes.txt and offer.docx", "minutes.txt, offer.docx"),
        ("견적서.pdf를 읽고 비교해서 발표를 준비해줘", "견적서.pdf"),
        (f"Make a quiz from {HANDBOOK.upper()}", ""),
        ("Write a report and save it as report.docx", ""),
        ("보고서를 써서 report.docx로 저장해줘", ""),
        ("Turn my notes into final.pdf", ""),
        ("Write about https://a.example/b.pdf", ""),
    ],
)
def test_missing_question_names_the_files_that_are_not_there(request_text, named):
    asked = missing_question(request_text, [document(HANDBOOK, "policy")], "en")
    assert (f"({named})" in asked) if named else not asked
