"""What newer reports say of services: endings, prices and new ones, sentence by sentence."""

from __future__ import annotations

import pytest

from agent.service_news import with_reports
from agent.services import of_catalogue
from tests.unit.test_services import CATALOGUE, TODAY, passage, services


@pytest.mark.parametrize(
    ("sentence", "price"),
    [
        ("ShortsPen costs $9 a month or $90 a year.", "9 USD"),
        ("쇼츠펜은 월 9달러, 연 90달러다.", "9 USD"),
        ("ShortsPen has a basic plan for $9 and a team plan for $49.", "9 USD"),
        ("ShortsPen went from $9 to $12 a month.", "$12"),
        ("ShortsPen now costs $12 a month, up from $9.", "$12"),
        ("쇼츠펜은 9달러에서 12달러로 올랐다.", "12달러"),
        ("쇼츠펜은 요금을 12달러로 올렸다(이전 9달러).", "12달러"),
        ("ShortsPen raised its price to 12 USD in October.", "12 USD"),
        ("쇼츠펜은 10월부터 요금을 12달러로 올렸다.", "12달러"),
        ("| ShortsPen | 9 USD | 12 USD |", "12 USD"),
        ("| ShortsPen | 9 USD | 90 USD |", "9 USD"),
        ("ShortsPen costs 9 USD per month, the team plan was raised to 25 USD.", "9 USD"),
        ("ShortsPen costs 9 USD; it dropped the 5 USD setup fee.", "9 USD"),
        ("ShortsPen raised the price of its team plan to 25 USD.", "9 USD"),
        ("ShortsPen raised its price by 3 USD.", "9 USD"),
        ("ShortsPen raised its funding to 12 million USD.", "9 USD"),
        ("쇼츠펜은 투자금을 500만 달러로 올렸다.", "9 USD"),
        ("쇼츠펜은 연 90달러로 올렸다.", "9 USD"),
    ],
)
def test_two_prices_are_a_change_only_where_a_word_or_a_table_says_so(sentence, price):
    assert services([passage("r", sentence, "2026-10-01")])["ShortsPen"].price == price


@pytest.mark.parametrize(
    ("sentence", "price"),
    [
        ("쇼츠펜은 9천원에서 1만 2천원으로 올랐다.", "1만 2천원"),
        ("쇼츠펜 요금이 월 9천원에서 월 2만 4천원으로 올랐다.", "2만 4천원"),
        ("쇼츠펜은 1년권을 9만원에서 7만원으로 내렸다.", "9000 KRW"),
    ],
)
def test_changed_price_is_read_in_korean_figures(sentence, price):
    catalogue = [passage("c", "name: 쇼츠펜\nprice_krw: 9000", "2026-04-02", "쇼츠펜")]
    (service,) = with_reports(
        of_catalogue(catalogue, "ko"), [passage("r", sentence, "2026-10-01")], TODAY
    )
    assert service.price == price


@pytest.mark.parametrize(
    ("sentence", "price"),
    [
        ("From January 2027 ShortsPen goes from $9 to $12.", "$9 → $12 (2027-01)"),
        ("ShortsPen costs $12 instead of $9 from 1 January 2027.", "$9 → $12 (2027-01-01)"),
        ("쇼츠펜은 2027년 1월부터 9달러에서 12달러로 오른다.", "9달러 → 12달러 (2027-01)"),
        ("쇼츠펜은 2027.1.1.부터 9달러에서 12달러로 오른다.", "9달러 → 12달러 (2027-01-01)"),
        ("쇼츠펜은 내년 1월 1일에 9달러에서 12달러로 오른다.", "9달러 → 12달러 (2027-01-01)"),
        ("쇼츠펜은 내년 3월부터 요금을 12달러로 올린다.", "9 USD → 12달러 (2027-03)"),
        ("쇼츠펜은 9달러에서 12달러로 오를 예정이다.", "9달러 → 12달러"),
        ("쇼츠펜은 2026년 10월부터 9달러에서 12달러로 오른다.", "12달러"),
    ],
)
def test_price_that_will_change_is_not_taken_for_the_present_one(sentence, price):
    found = services([passage("r", sentence, "2026-10-01")])["ShortsPen"]
    assert found.price == price


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("저작권(Copyright) 논쟁이 이어져 그림은 저작권을 확인해야 한다.", set()),
        ("대본에 가장 많이 쓰인 모델(GPT)은 여전히 인기다.", set()),
        ("인공지능(AI) 시장은 100억 달러로 커졌다.", set()),
        ("새로 나온 컷스프린트(CutSprint)가 인기다.", {"CutSprint"}),
        ("뮤직비(MusicBee)는 배경 음악을 만든다.", {"MusicBee"}),
        ("새김(Engrave)은 한 달에 8달러다.", {"Engrave"}),
    ],
)
def test_word_with_its_english_gloss_is_no_new_service(sentence, names):
    found = services([passage("r", sentence, "2026-10-01")])
    assert set(found) - {c.heading for c in CATALOGUE} == names


@pytest.mark.parametrize(
    ("sentence", "ended"),
    [
        ("FrameOven and ShortsPen were discontinued.", {"FrameOven", "ShortsPen"}),
        ("FrameOven, ShortsPen and ClipWhale were shut down.",
         {"FrameOven", "ShortsPen", "ClipWhale"}),
        ("프레임오븐과 쇼츠펜은 9월에 서비스를 종료했다.", {"FrameOven", "ShortsPen"}),
        ("쇼츠펜(ShortsPen) 및 프레임오븐의 서비스가 종료됐다.", {"FrameOven", "ShortsPen"}),
        ("ClipWhale is the best replacement for the discontinued FrameOven.", {"FrameOven"}),
        ("ClipWhale discontinued FrameOven.", {"FrameOven"}),
        ("FrameOven was acquired by ClipWhale and will be retired.", {"FrameOven"}),
        ("Unlike FrameOven, which shut down in May, ClipWhale goes on.", {"FrameOven"}),
        ("After FrameOven was discontinued, many moved to ClipWhale.", {"FrameOven"}),
        ("FrameOven lost its users, and the service was closed.", {"FrameOven"}),
        ("FrameOven went out of business.", {"FrameOven"}),
        ("FrameOven closed its doors.", {"FrameOven"}),
        ("Shut down in 2026: FrameOven and ShortsPen.", {"FrameOven", "ShortsPen"}),
        ("클립고래는 종료된 프레임오븐의 이용자를 받았다.", {"FrameOven"}),
        ("서비스를 종료한 프레임오븐 대신 클립고래를 쓴다.", {"FrameOven"}),
        ("클립고래는 프레임오븐이 문을 닫은 뒤 자랐다.", {"FrameOven"}),
        ("문을 닫은 서비스는 프레임오븐과 쇼츠펜이다.", {"FrameOven", "ShortsPen"}),
        ("프레임오븐은 과징금을 받은 뒤 8월 31일에 서비스를 멈추었다.", {"FrameOven"}),
        ("프레임오븐이 폐업했다.", {"FrameOven"}),
        ("프레임오븐은 9월 서비스 종료를 발표했다.", {"FrameOven"}),
        ("프레임오븐은 내년 3월에 종료된다.", {"FrameOven"}),
        ("프레임오븐, 9월 서비스 종료.", {"FrameOven"}),
        ("클립고래는 이벤트 종료를 발표했다.", set()),
        ("클립고래는 재생이 끝나면 자동으로 종료된다.", set()),
        ("클립고래에는 녹화 종료, 저장 단추가 있다.", set()),
        ("클립고래는 서비스 종료 후에도 파일을 준다.", set()),
        ("클립고래는 경쟁 서비스가 문을 닫은 뒤 크게 자랐다.", set()),
        ("클립고래는 이벤트를 종료했다.", set()),
        ("클립고래는 베타 서비스를 종료하고 정식으로 출시했다.", set()),
        ("클립고래는 부산 사무실 문을 닫았다.", set()),
        ("프레임오븐이 종료될 수 있다는 소문이 있다.", set()),
        ("ClipWhale closed its Seoul office.", set()),
        ("ClipWhale closed its seed round at $5 million.", set()),
        ("ClipWhale discontinued version 1.", set()),
        ("ClipWhale's beta was closed.", set()),
        ("ClipWhale replaced its old editor, which was closed in May.", set()),
        ("ClipWhale is no longer available on Windows.", set()),
        ("If ClipWhale is discontinued, move on.", set()),
        ("Neither FrameOven nor ClipWhale was discontinued.", set()),
    ],
)  # fmt: skip
def test_ending_is_given_to_its_own_subject(sentence, ended):
    found = services([passage("r", sentence, "2026-10-01")])
    assert {c.heading for c in CATALOGUE} - set(found) == ended


@pytest.mark.parametrize(
    ("sentence", "gone"),
    [
        ("ClipWhale shut down in May.", True),
        ("클립고래는 5월에 서비스를 종료했다.", True),
        ("ClipWhale's free plan was discontinued.", False),
        ("클립고래의 무료 요금제가 종료됐다.", False),
        ("ClipWhale discontinued its Android app.", False),
        ("ClipWhale did not shut down.", False),
        ("클립고래는 서비스를 종료하지 않는다고 밝혔다.", False),
        ("ClipWhales shut down.", False),
    ],
)
def test_service_is_gone_only_where_it_ended_as_a_whole(sentence, gone):
    found = services([passage("r", sentence, "2026-10-01")])
    assert ("ClipWhale" not in found) is gone
