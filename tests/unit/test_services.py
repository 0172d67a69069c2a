"""Services from catalogues, put right by newer reports."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from agent.service_news import with_reports
from agent.services import of_catalogue
from store.records import Passage

TODAY = date(2026, 11, 27)


def passage(name: str, text: str, dated: str, heading: str = "") -> Passage:
    return Passage(name, "d", "doc", 1, "1", 0, len(text), text, heading=heading, dated=dated)


def record(name: str, korean: str, price: str, extra: str = "") -> Passage:
    text = (
        f"id: x\nname: {name}\nname_ko: {korean}\nprice_per_month: {price}\ncurrency: USD\n"
        f"description_ko: {korean}의 설명\ndescription_en: What {name} does\n{extra}"
    )
    return passage(f"c-{name}", text, "2026-04-02", heading=name)


CATALOGUE = [
    record("ShortsPen", "쇼츠펜", "9", "limits_en: no long scripts"),
    record("FrameOven", "프레임오븐", "12"),
    record("ClipWhale", "클립고래", "24"),
    record("LetterHouse", "레터하우스", "10"),
]
REPORT = [
    passage(
        "r1", "· 두 서비스가 문을 닫았다: 프레임오븐, 보이스팜.\n· 새 것: 컷스프린트.", "2026-10-26"
    ),
    passage(
        "r2",
        "서비스 종류 옛 요금 새 요금 적용일\n쇼츠펜 (ShortsPen) 대본 9달러 7달러 2026년 8월 15일\n"
        "레터하우스 (LetterHouse) 뉴스레터 10달러 12달러 2026년 12월 15일",
        "2026-10-26",
    ),
    passage(
        "r3",
        "컷스프린트 (CutSprint) 영상 2026년 8월 20일 17달러 제품 사진으로 15초 광고 만들기\n"
        "프레임오븐을 쓰던 사람의 절반이 컷스프린트로 옮겼다. "
        "클립고래는 4K를 열면서 5달러를 올렸다.",
        "2026-10-26",
    ),
]  # fmt: skip


def services(report=REPORT, language="ko") -> dict:
    found = with_reports(of_catalogue(CATALOGUE, language), report, TODAY)
    return {service.name: service for service in found}


def test_of_catalogue_reads_names_price_and_text_in_the_language():
    english = of_catalogue(CATALOGUE, "en")[0]
    assert english.names == ("ShortsPen", "쇼츠펜")
    assert (english.price, english.text, english.limits) == (
        "9 USD", "What ShortsPen does", "no long scripts",
    )  # fmt: skip
    assert of_catalogue(CATALOGUE, "ko")[0].text == "쇼츠펜의 설명"


@pytest.mark.parametrize(
    ("fields", "language", "expected"),
    [
        ("free_tier: true\nfree_tier_note_ko: 한 달 10편\nfree_tier_note_en: 10 a month", "en",
         "10 a month"),
        ("free_tier: true\nfree_tier_note_ko: 한 달 10편\nfree_tier_note_en: 10 a month", "ko",
         "한 달 10편"),
        ("free_tier: false\nfree_tier_note_en: none; 7-day trial", "en", ""),
        ("무료 요금제: 한 달 3건", "ko", "한 달 3건"),
        ("free_plan: yes", "en", "yes"),
        ("free_plan: nonprofits only", "en", "nonprofits only"),
        ("free_trial: 7 days", "en", ""),
        ("", "ko", ""),
    ],
)  # fmt: skip
def test_of_catalogue_tells_a_free_plan_apart_from_what_a_service_does(fields, language, expected):
    service = of_catalogue([record("ShortsPen", "쇼츠펜", "9", fields)], language)[0]
    assert service.free == expected
    assert not expected or expected not in service.text


def test_ended_service_is_dropped():
    assert "FrameOven" not in services()


def test_changed_price_replaces_the_old_one_and_keeps_it():
    pen = services()["ShortsPen"]
    assert (pen.price, pen.old_price, pen.dated) == ("7달러", "9달러", "2026-10-26")
    assert pen.sources == ("c-ShortsPen", "r2")


def test_price_that_changes_later_is_shown_with_its_day():
    assert services()["LetterHouse"].price == "10달러 → 12달러 (2026-12-15)"


def test_price_of_a_service_only_mentioned_stays():
    assert (services()["ClipWhale"].price, services()["ClipWhale"].old_price) == ("24 USD", "")


def test_new_service_comes_from_the_report():
    new = services()["CutSprint"]
    assert new.names == ("CutSprint", "컷스프린트")
    assert new.price == "17달러"
    assert "15초 광고" in new.text


def test_older_report_changes_nothing():
    old = [passage(p.id, p.text, "2025-01-01") for p in REPORT]
    assert services(old)["ShortsPen"].price == "9 USD"
    assert "FrameOven" in services(old)


def test_english_report_is_read_too():
    report = [
        passage(
            "r", "In September ClipWhale was discontinued. ShortsPen (쇼츠펜) $9 $7", "2026-10-01"
        )
    ]
    found = services(report, "en")
    assert "ClipWhale" not in found
    assert found["ShortsPen"].price == "$7"


def test_period_of_a_price_stays_when_a_report_changes_it():
    assert services()["ShortsPen"].per == "month"
    once = passage("c", "name: Press\nprice: 40 USD", "2026-04-02", heading="Press")
    assert of_catalogue([once], "en")[0].per == ""


def test_text_in_one_language_leaves_out_what_is_said_in_the_other_beside_a_common_field():
    text = "name: Press\ncategory: print\ncategory_ko: 인쇄\ndescription_en: Prints books"
    one = passage("c", text, "2026-04-02", heading="Press")
    assert of_catalogue([one], "en")[0].text == "Prints books"


@pytest.mark.parametrize(
    ("fields", "price", "per"),
    [
        ("pricing: 9 USD", "9 USD", ""),
        ("월 이용료: 9,900원", "9,900원", "month"),
        ("feedback: good 5 stars\nprice: 9 USD", "9 USD", ""),
        ("price_note: see website\nprice: 9 USD", "9 USD", ""),
        ("free_price: no\nprice: 9 USD", "9 USD", ""),
        ("setup_fee: 50\nprice: 9 USD", "9 USD", ""),
        ("price_usd: 9", "9 USD", ""),
        ("monthly_price_krw: 13000", "13000 KRW", "month"),
        ("월 요금(원): 13000", "13000 원", "month"),
        ("price: 9.99/mo\ncurrency: USD", "9.99 USD /mo", "month"),
        ("price: 99\ncurrency: USD\nbilling: yearly", "99 USD", "year"),
        ("price: 9\nprice.period: month\nprice.currency: EUR", "9 EUR", "month"),
        ("price: contact us", "contact us", ""),
        ("feedback: good", "", ""),
    ],
)
def test_price_is_read_by_whole_words_with_currency_and_period(fields, price, per):
    one = passage("c", f"name: Press\n{fields}", "2026-04-02", heading="Press")
    service = of_catalogue([one], "en")[0]
    assert (service.price, service.per) == (price, per)


@pytest.mark.parametrize("newest_first", [True, False])
def test_of_two_catalogues_the_newer_one_counts_and_the_old_price_is_kept(newest_first):
    both = [
        replace(
            passage(f"c{year}", f"name: Press\nprice: {price} USD", f"{year}-01-01", "Press"),
            document_id=str(year),
        )
        for year, price in ((2025, 10), (2026, 25))
    ]
    (service,) = of_catalogue(both[::-1] if newest_first else both, "en")
    assert (service.price, service.old_price, service.dated) == ("25 USD", "10 USD", "2026-01-01")


@pytest.mark.parametrize(
    ("field", "gone"),
    [
        ("status: discontinued", True),
        ("상태: 서비스 종료", True),
        ("discontinued: true", True),
        ("active: false", True),
        ("status: active", False),
        ("상태: 운영 중", False),
        ("status: not discontinued", False),
        ("discontinued: false", False),
        ("note: replaced the discontinued editor", False),
    ],
)
def test_service_that_its_own_record_calls_ended_is_dropped(field, gone):
    report = [passage("r", "새로 나온 쇼츠펜(ShortsPen)은 9달러다.", "2026-10-01")]
    known = of_catalogue([record("ShortsPen", "쇼츠펜", "9", field)], "ko")
    assert (with_reports(known, report, TODAY) == []) is gone
