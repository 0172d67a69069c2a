import pytest

from agent.titles import opening


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
