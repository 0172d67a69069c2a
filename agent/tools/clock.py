"""The date and time, here or in another place."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pydantic import BaseModel, Field

from agent.tools.catalogue import Tool, ToolResult, ToolSurroundings

if TYPE_CHECKING:
    from datetime import datetime

_CITIES = {
    "서울": "Asia/Seoul", "한국": "Asia/Seoul", "부산": "Asia/Seoul", "korea": "Asia/Seoul",
    "도쿄": "Asia/Tokyo", "일본": "Asia/Tokyo", "japan": "Asia/Tokyo", "오사카": "Asia/Tokyo",
    "베이징": "Asia/Shanghai", "북경": "Asia/Shanghai", "중국": "Asia/Shanghai",
    "상하이": "Asia/Shanghai", "beijing": "Asia/Shanghai", "china": "Asia/Shanghai",
    "홍콩": "Asia/Hong_Kong", "타이베이": "Asia/Taipei", "대만": "Asia/Taipei",
    "싱가포르": "Asia/Singapore", "방콕": "Asia/Bangkok", "태국": "Asia/Bangkok",
    "하노이": "Asia/Bangkok", "hanoi": "Asia/Bangkok", "자카르타": "Asia/Jakarta",
    "델리": "Asia/Kolkata", "뉴델리": "Asia/Kolkata", "인도": "Asia/Kolkata",
    "india": "Asia/Kolkata", "delhi": "Asia/Kolkata", "mumbai": "Asia/Kolkata",
    "두바이": "Asia/Dubai", "모스크바": "Europe/Moscow", "이스탄불": "Europe/Istanbul",
    "런던": "Europe/London", "영국": "Europe/London", "uk": "Europe/London",
    "파리": "Europe/Paris", "프랑스": "Europe/Paris", "france": "Europe/Paris",
    "베를린": "Europe/Berlin", "독일": "Europe/Berlin", "germany": "Europe/Berlin",
    "프랑크푸르트": "Europe/Berlin", "frankfurt": "Europe/Berlin", "munich": "Europe/Berlin",
    "마드리드": "Europe/Madrid", "로마": "Europe/Rome", "암스테르담": "Europe/Amsterdam",
    "취리히": "Europe/Zurich", "뉴욕": "America/New_York", "워싱턴": "America/New_York",
    "보스턴": "America/New_York", "boston": "America/New_York", "washington": "America/New_York",
    "토론토": "America/Toronto", "시카고": "America/Chicago", "덴버": "America/Denver",
    "로스앤젤레스": "America/Los_Angeles", "엘에이": "America/Los_Angeles",
    "샌프란시스코": "America/Los_Angeles", "san francisco": "America/Los_Angeles",
    "시애틀": "America/Los_Angeles", "seattle": "America/Los_Angeles",
    "la": "America/Los_Angeles", "밴쿠버": "America/Vancouver", "하와이": "Pacific/Honolulu",
    "hawaii": "Pacific/Honolulu", "상파울루": "America/Sao_Paulo", "시드니": "Australia/Sydney",
    "멜버른": "Australia/Melbourne", "오클랜드": "Pacific/Auckland",
}  # fmt: skip
_DAYS_KO = "월화수목금토일"


class GetTimeArgs(BaseModel):
    """Arguments of ``get_time``."""

    time_zone: str = Field(
        default="",
        max_length=60,
        description="IANA time zone or city; empty for the person's own zone",
    )


def find_zone(place: str) -> ZoneInfo | None:
    """Return the zone of an IANA name or a city in Korean or English, None if unknown."""
    key = place.strip().casefold()
    if name := _CITIES.get(key):
        return ZoneInfo(name)
    try:
        return ZoneInfo(place.strip())
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    wanted = key.replace(" ", "_")
    for name in sorted(available_timezones()):
        if name.casefold().rsplit("/", 1)[-1] == wanted or name.casefold() == wanted:
            return ZoneInfo(name)
    return None


def describe(moment: datetime, language: str) -> str:
    """Return a moment as people say it, with weekday and zone."""
    zone = str(moment.tzinfo) if isinstance(moment.tzinfo, ZoneInfo) else moment.strftime("%Z")
    if language == "ko":
        day = _DAYS_KO[moment.weekday()]
        return f"{moment.year}년 {moment.month}월 {moment.day}일 {day}요일 {moment:%H:%M} ({zone})"
    return f"{moment:%A}, {moment.day} {moment:%B %Y}, {moment:%H:%M} ({zone})"


def _run(args: BaseModel, around: ToolSurroundings) -> ToolResult:
    assert isinstance(args, GetTimeArgs)  # noqa: S101 - the catalogue pairs model and function
    moment = around.now()
    if args.time_zone.strip():
        zone = find_zone(args.time_zone)
        if zone is None:
            error = f"{args.time_zone!r} is no known city or time zone; try a name like Asia/Seoul"
            return ToolResult(ok=False, text="", error=error)
        moment = moment.astimezone(zone)
    text = describe(moment, around.language)
    return ToolResult(ok=True, text=text, data={"iso": moment.isoformat()})


GET_TIME = Tool(
    name="get_time",
    description="Tell the current date, weekday and time, here or in a city or time zone.",
    description_ko="지금 날짜와 시각을 알려 줍니다.",
    args=GetTimeArgs,
    run=_run,
    timeout_s=5.0,
    gives={"required": ["iso"], "properties": {"iso": {"type": "string", "minLength": 10}}},
)
