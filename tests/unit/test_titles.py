import pytest

from agent.titles import names_known, of_others, opening, without_owner
from store.library import Library


@pytest.mark.parametrize(
    ("page", "held"),
    [
        (
            "휴가 규정\n이 규정은 은하수웍스 주식회사의 임직원에게 적용한다.",
            ("휴가 규정", "은하수웍스"),
        ),
        (
            '용역계약서\n(주)새봄과 나하늘(아래에서 "을"이라 한다)은 계약을 맺는다.',
            ("새봄", "나하늘"),
        ),
        ("Handbook\nBrook Street Joinery Ltd. | Edition 2", ("Handbook", "Brook Street Joinery")),
    ],
)
def test_opening_holds_the_title_and_whose_it_is(page, held):
    assert all(words in opening(page) for words in held)


def test_opening_stops_at_the_first_sentence():
    assert "canteen" not in opening("Office notes\nThe canteen closes at 14:00.\nDoors open at 8.")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    texts = {
        "brook.txt": "Handbook\nBrook Street Joinery Ltd. | Edition 2\nLeave is 25 days a year.",
        "harbour.txt": "Handbook\nHarbour Light Ltd. | Edition 1\nLeave is 28 days a year.",
        "규정.txt": "휴가 규정\n이 규정은 은하수웍스 주식회사의 직원에게 적용한다.\n연차는 15일.",
        "notes.txt": "Notes\nThe canteen closes at 14:00.",
    }
    with Library.open(tmp_path_factory.mktemp("library"), embedder="none") as opened:
        for name, text in texts.items():
            opened.add(text.encode(), name=name)
        yield opened


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("How many days of leave are there at Harbour Light?", {"brook.txt", "규정.txt"}),
        ("은하수웍스의 연차는 며칠이야?", {"brook.txt", "harbour.txt"}),
        ("How many days of leave are there?", set()),
        ("What does Acme pay for lunch?", set()),
        ("연차는 며칠이야?", set()),
    ],
)
def test_of_others_names_what_belongs_to_another_party(library, question, others):
    names = {document.id: document.name for document in library.documents()}
    assert {names[id_] for id_ in of_others(question, names, library)} == others


def test_of_others_looks_a_name_up_that_nothing_found_belongs_to(library):
    ids = {document.name: document.id for document in library.documents()}
    found = {ids["brook.txt"], ids["notes.txt"]}
    question = "은하수웍스에서는 점심에 얼마를 주나요?"
    assert of_others(question, found, library) == {ids["brook.txt"]}


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("How long is the lunch break at Harbour Light?", True),
        ("은하수웍스의 창립일은 언제야?", True),
        ("How long is the lunch break in France?", False),
        ("점심시간은 보통 몇 시간이야?", False),
    ],
)
def test_names_known_knows_whom_a_first_page_names(library, question, named):
    assert names_known(question, library) is named


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("빛쪽지는 누가 만들었어?", True),
        ("Who founded Lumenote?", True),
        ("안식휴가는 뭐야?", True),
        ("쪽지는 누가 만들었어?", False),
        ("Who founded Rome?", False),
    ],
)
def test_names_known_knows_what_a_section_or_a_record_is_about(tmp_path, question, named):
    records = '[{"name": "Lumenote", "name_ko": "빛쪽지", "price": 4400}]'
    rules = "휴가 규정\n\n제1조(목적) 쉬는 날을 정한다.\n\n제2조(안식휴가) 5년마다 10일을 준다."
    with Library.open(tmp_path, embedder="none") as library:
        library.add(records.encode(), name="services.json")
        library.add(rules.encode(), name="leave.txt")
        assert names_known(question, library) is named


@pytest.mark.parametrize(
    "page",
    [
        "악기 규칙\n제1조(가야금)\n가야금은 21일 뒤에 돌려준다.",
        "Instruments\nArticle 1. Zither\nA zither comes back after 21 days.",
    ],
)
def test_opening_stops_before_the_first_article(page):
    assert opening(page).split() == page.splitlines()[0].split()


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("What is Brook's fax number?", "What is the fax number?"),
        ("How long is lunch at Brook?", "How long is lunch?"),
        ("How long is lunch at Harbour?", "How long is lunch at Harbour?"),
        ("How much does Brook pay?", "How much does Brook pay?"),
        ("What is the joinery's fax number?", "What is the joinery's fax number?"),
        ("은하수웍스의 병가는 며칠인가요?", "병가는 며칠인가요?"),
        ("은하수웍스에서 병가는 며칠인가요?", "병가는 며칠인가요?"),
        ("휴가의 종류는 무엇인가요?", "휴가의 종류는 무엇인가요?"),
    ],
)
def test_without_owner_leaves_out_only_whose_document_is_meant(question, left):
    front = "휴가 규정\nBrook Joinery Handbook\n은하수웍스 주식회사"
    assert without_owner(question, front) == left
