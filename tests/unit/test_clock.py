from datetime import UTC, datetime

import pytest

from agent.tools.cities import CITIES
from agent.tools.clock import describe, find_zone, zones_in


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("Asia/Seoul", "Asia/Seoul"),
        ("서울", "Asia/Seoul"),
        ("뉴욕", "America/New_York"),
        ("new york", "America/New_York"),
        ("London", "Europe/London"),
        ("lisbon", "Europe/Lisbon"),
    ],
)
def test_find_zone_city_or_name_gives_its_zone(place, zone):
    found = find_zone(place)
    assert found is not None
    assert found.key == zone


@pytest.mark.parametrize("place", ["", "Atlantis", "../etc/passwd", "한"])
def test_find_zone_unknown_place_gives_none(place):
    assert find_zone(place) is None


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("인도네시아 지사에 전화한다", ["Asia/Jakarta"]),
        ("뉴욕의 시각을 런던, 뉴욕과 견준다", ["America/New_York", "Europe/London"]),
        ("the la carte menu", []),
        ("It is noon in LA and in Las Vegas", ["America/Los_Angeles"]),
        (
            "Mexico City before Buenos Aires",
            ["America/Mexico_City", "America/Argentina/Buenos_Aires"],
        ),
        ("Convert to Europe/Paris time", ["Europe/Paris"]),
        ("London: a Londoner's view", ["Europe/London"]),
        ("오늘 날짜를 적는다", []),
    ],
)
def test_zones_in_a_text_are_those_of_the_places_it_names(text, zones):
    assert zones_in(text) == zones


def test_every_city_has_a_zone_that_there_is():
    assert {name: str(find_zone(name)) for name in CITIES} == CITIES


def test_describe_both_languages_name_the_weekday():
    zone = find_zone("서울")
    moment = datetime(2026, 11, 27, 0, 30, tzinfo=UTC).astimezone(zone)
    assert describe(moment, "ko") == "2026년 11월 27일 금요일 09:30 (Asia/Seoul)"
    assert describe(moment, "en") == "Friday, 27 November 2026, 09:30 (Asia/Seoul)"
