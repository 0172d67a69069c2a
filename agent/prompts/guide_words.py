"""The fixed words of a guide, in both languages."""

from __future__ import annotations

GUIDE_WORDS: dict[str, dict[str, str]] = {
    "ko": {
        "title": "안내서", "service": "서비스", "cost": "비용", "time": "시간(어림)", "risk": "조심할 점",
        "no_price": "문서에 나와 있지 않습니다", "old": "이전 가격 {old}", "dated": "{dated} 기준", "limits": "한계", "free": "무료 요금제",
        "wish": "문서에는 이 단계에 맞는 서비스가 없습니다. 이런 서비스를 바란다고 적어 두었습니다.",
        "tools": "쓴 도구", "skipped": "건너뛴 단계입니다. 이 단계의 결과가 없으니, 뒤의 단계에서 필요하면 직접 채워 주세요.",
        "failed": "이 단계는 되지 않았습니다({reason}). 목표 '{goal}'은(는) 아직 없으니 직접 하거나 다시 부탁해 주세요.",
        "open": "아직 하지 않은 단계입니다.",
        "sources": "근거", "no_sources": "이 안내서는 문서의 근거 없이 쓰였습니다.",
        "figures": "{total}단계 가운데 성공 {succeeded}, 실패 {failed}, 건너뜀 {skipped}",
        "costs": "비용 합계",
        "total": "추천한 서비스의 값을 모두 더하면: {sums}",
        "budget": "예산: {sum} (한도 {limit}, {verdict})", "fits": "예산 안", "part": "통화가 같은 것만 따지면 예산 안", "over": "예산 초과. 비싼 것을 빼거나 바꾸세요",
        "uncounted": "통화가 다르고 환율이 주어지지 않아 예산과 견주지 못한 값: {prices}. 부탁에 환율을 적으면 함께 계산합니다.",
    },
    "en": {
        "title": "Guide", "service": "Service", "cost": "Cost", "time": "Time (estimate)", "risk": "Watch out",
        "no_price": "not told in your documents", "old": "before: {old}", "dated": "as of {dated}", "limits": "Limits", "free": "Free plan",
        "wish": "Nothing in your documents fits this step. It is kept as a wish.",
        "tools": "Tools used", "skipped": "This step was skipped. There is no result of it; fill it in yourself where later steps need it.",
        "failed": "This step did not work ({reason}). Its goal, '{goal}', is still missing: do it by hand, or ask again.",
        "open": "This step was not worked.",
        "sources": "Sources", "no_sources": "This guide was written without a source in your documents.",
        "figures": "{total} steps: {succeeded} done, {failed} failed, {skipped} skipped",
        "costs": "Costs in all",
        "total": "All recommended services together: {sums}",
        "budget": "Budget: {sum} (limit {limit}, {verdict})", "fits": "within the budget", "part": "within the budget as far as the currency is the same", "over": "over the budget. Leave out or replace the dearest",
        "uncounted": "Not compared with the budget, because the price is in another currency and no exchange rate is given: {prices}. Name a rate in the request to have it counted.",
    },
}  # fmt: skip

NOTHING_WORKED = {
    "ko": "이번 작업에서는 끝까지 된 단계가 없습니다. 아래 안내서에 단계마다 무엇이 안 되었는지 적었습니다.",
    "en": "No step of this task worked. The guide below says for each what went wrong.",
}

TOOL_WORDS: dict[str, dict[str, str]] = {
    "ko": {
        "hybrid_search": "문서 검색", "retrieve_docs": "자료 찾기", "calculator": "계산기",
        "get_time": "시계", "get_article_by_index": "조항 열기", "get_article_by_title": "제목으로 조항 찾기",
        "lookup_standard_contract": "표준계약서 대조", "recall_conversation": "지난 대화",
        "read_file": "파일 읽기",
    },
    "en": {
        "hybrid_search": "document search", "retrieve_docs": "reference search",
        "calculator": "calculator", "get_time": "clock", "get_article_by_index": "article by number",
        "get_article_by_title": "article by title", "lookup_standard_contract": "standard contract",
        "recall_conversation": "earlier conversation", "read_file": "file reading",
    },
}  # fmt: skip
"""What the tools are called in a guide; one that is not listed goes by its own name."""
