"""The date and time, here or in another place."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pydantic import BaseModel, Field

from agent.tools.catalogue import Tool, ToolResult, ToolSurroundings
from agent.tools.cities import CITIES

if TYPE_CHECKING:
    from datetime import datetime

_DAYS_KO = "월화수목금토일"
_ABBREVIATED = 2


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
    if name := CITIES.get(key):
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


def zones_in(text: str) -> list[str]:
    """Return the zones of the places that a text names, in its order, each once."""
    known, named = _names()
    return list(dict.fromkeys(known[found.group()] for found in named.finditer(text)))


@cache
def _names() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the names of places as they are written, and the pattern that finds the longest."""
    known = {}
    table = resources.files("tzdata.zoneinfo").joinpath("zone.tab").read_text("utf-8")
    for line in table.splitlines():
        if not line.startswith("#"):
            zone = line.split("\t")[2]
            known[zone] = known[zone.rsplit("/", 1)[-1].replace("_", " ")] = zone
    for name, zone in CITIES.items():
        known[name.upper() if len(name) == _ABBREVIATED and name.isascii() else name.title()] = zone
    longest_first = sorted(known, key=len, reverse=True)
    words = "|".join(re.escape(name) for name in longest_first)
    return known, re.compile(f"(?<![A-Za-z가-힣])(?:{words})(?![A-Za-z])")


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
