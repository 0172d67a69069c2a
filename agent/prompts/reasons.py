"""Why a step or a call failed, in the person's language.

Tools say it in English, which the model reads; what a tool of somebody else says stays as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.language import Language

_KO = [
    (re.compile(said, re.DOTALL), told)
    for said, told in (
        ("the result is empty", "결과가 비어 있습니다"),
        ("the result is flagged as an error", "결과에 오류 표시가 있습니다"),
        ("the result says that it failed", "결과가 실패했다고 알립니다"),
        ("the tool failed", "도구가 실패했습니다"),
        ("there is no tool (.+)", r"\1이라는 도구가 없습니다"),
        ("(.+) divides by zero", r"\1에서 0으로 나눕니다"),
        (
            "the arithmetic is nested too deeply; work (.+) out in parts",
            r"식이 너무 깊이 겹쳐 있습니다. \1을 나누어 계산해 주세요",
        ),
        (
            "(.+) comes to a number too large to work with; use smaller numbers",
            r"\1의 값이 너무 큽니다. 더 작은 수로 계산해 주세요",
        ),
        ("(.+) is no arithmetic that can be worked out", r"\1은 계산할 수 있는 식이 아닙니다"),
        ("(.+) has no finite number as its value", r"\1의 값은 유한한 수가 아닙니다"),
        ("more than one expression, or an assignment", "식이 여럿이거나 값을 대입하는 식입니다"),
        (
            "(.+) is no known city or time zone; try a name like (.+)",
            r"\1은 아는 도시나 시간대가 아닙니다. \2 같은 이름으로 적어 주세요",
        ),
        (
            "no document is named (.+); the documents are: none",
            r"\1이라는 문서가 없습니다. 아직 문서가 없습니다",
        ),
        (
            "no document is named (.+); the documents are: (.+)",
            r"\1이라는 문서가 없습니다. 있는 문서: \2",
        ),
        (
            "(.+) adds amounts in (.+) and (.+); convert them to one currency by an exchange rate"
            " first",
            r"\1은 \2와 \3로 된 금액을 더합니다. 먼저 환율로 한 통화로 바꾸어 주세요",
        ),
        (
            "(.+) has (\\d+) pages; page (\\d+) does not exist",
            r"\1은 \2쪽까지 있어 \3쪽은 없습니다",
        ),
        (
            "no document is marked as a standard contract; mark one in the sidebar",
            "표준계약서로 표시된 문서가 없습니다. 사이드바에서 하나를 표시해 주세요",
        ),
        (
            "(.+) took longer than (.+) s and was left",
            r"\1 도구가 \2초 안에 끝나지 않아 멈추었습니다",
        ),
        (
            "the run's folder cannot be written, so the call was not made",
            "작업 폴더에 쓸 수 없어 도구를 쓰지 않았습니다",
        ),
        (
            "(.+) failed unexpectedly (.+); change its arguments or go on without it",
            r"\1 도구가 뜻밖에 실패했습니다\2. 입력을 바꾸거나 이 도구 없이 진행해 주세요",
        ),
        ("the result has no usable form: (.+)", r"결과의 형식이 맞지 않습니다: \1"),
        ("input validation error: (.+)", r"도구의 입력이 맞지 않습니다: \1"),
        ("(.+) must be at least (\\S+)", r"\1은(는) \2 이상이어야 합니다"),
        ("(.+) must be at most (\\S+)", r"\1은(는) \2 이하여야 합니다"),
        ("(.+) must be one of (.+)", r"\1은(는) \2 가운데 하나여야 합니다"),
        ("(.+) must be of type (.+)", r"\1의 형식은 \2이어야 합니다"),
        ("the input lacks (.+)", r"입력에 \1이(가) 없습니다"),
        ("(.+) lacks (.+)", r"\1에 \2이(가) 없습니다"),
    )
]


def reason_in(reason: str, language: Language) -> str:
    """Return why something failed in the person's language; unknown words stay as they are."""
    if language != "ko":
        return reason
    found = ((known.fullmatch(reason), told) for known, told in _KO)
    return next((match.expand(told) for match, told in found if match), reason)


def ended_early(failure: str, effects: list[str], language: Language) -> str:
    """Return why a step that the person ended is not done: what failed before, what took effect."""
    words = [
        *([failure.rstrip(".")] if failure else []),
        "여기에서 작업을 끝내셨습니다" if language == "ko" else "you ended the work here",
    ]
    if effects:
        before = "이미 한 일" if language == "ko" else "already done"
        words.append(f"{before}: {', '.join(effects)}")
    return "; ".join(words)
