"""What a step that works out costs says, in both languages."""

from __future__ import annotations

COSTING_WORDS: dict[str, dict[str, str]] = {
    "ko": {
        "free": " (무료 요금제: {free})",
        "nothing": "무료",
        "total": "합계: {total}",
        "none": "더할 금액이 아직 없습니다. 부탁에도, 지금까지 추천한 서비스에도 값이 적혀 있지 않습니다.",
        "unpriced": "값을 알 수 없어 넣지 못한 단계: {names}",
        "pieces": "몇 개인지 적혀 있지 않아 더하지 못한 값: {names}",
        "later": "뒤에 오는 단계라 아직 넣지 않은 것: {names}",
    },
    "en": {
        "free": " (free plan: {free})",
        "nothing": "free",
        "total": "Total: {total}",
        "none": "There is no amount to add up yet: neither the request nor a service recommended so far names a price.",
        "unpriced": "Not counted, because no price is known for these steps: {names}",
        "pieces": "Not counted, because it is not said how many: {names}",
        "later": "Not counted yet, because these steps come later: {names}",
    },
}  # fmt: skip
