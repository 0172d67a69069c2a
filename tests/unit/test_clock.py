from datetime import UTC, datetime

import pytest

from agent.tools.clock import describe, find_zone


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


def test_describe_both_languages_name_the_weekday():
    zone = find_zone("서울")
    moment = datetime(2026, 11, 27, 0, 30, tzinfo=UTC).astimezone(zone)
    assert describe(moment, "ko") == "2026년 11월 27일 금요일 09:30 (Asia/Seoul)"
    assert describe(moment, "en") == "Friday, 27 November 2026, 09:30 (Asia/Seoul)"
