"""How long a step of a guide takes, told roughly by what is done in it.

A small model says the same time of every step. The figures are rules of thumb for one person, and
a step that no word is known of gets none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.language import Language
    from agent.prompts.guide import Effort

_ORDER: tuple[Effort, ...] = ("30m", "1h", "half_day", "days")
_KO = (
    r"점검|확인|검토|업로드|올리|올려|등록|발송|보내|제출|내기|신청|예약|계산|알리|공유|공개|적기|적어|"
    r"찾|잡|넣|붙|달기|달아|기록|안내|전하|내려받|주문",
    r"정하|정해|구성|고르|골라|비교|정리|나누|나눠|모으|모아|조사|살피|살펴|연습|교정|다듬|준비|계획|짜기|"
    r"짜서|분류|연락|맞추|뽑|따지|따져|마련|생각|돌아보|의논|지켜보|마무리|결산",
    r"쓰|써|작성|편집|디자인|만들|그리|그려|번역|분석|배치|촬영|찍|녹음|녹화|보정|꾸미|배우|익히|옮기|청소|"
    r"고치|고쳐|설치|조립|요리|시험|해 보|개발|홍보|시도|전환",
    r"모집|공사|시공|인쇄|배송|키우|기르|운영|돌보|심|재배|열기|훈련|출판|돌리|자리",
)
_EN = (
    r"check|review|verify|confirm|upload|publish|post|send|submit|register|book|reserve|price|"
    r"calculate|share|announce|find|get|add|list|put|hand|fill|file|order|download|note|"
    r"save|write down",
    r"choose|decide|define|identify|outline|compare|sort|gather|collect|research|plan|prepare|set|"
    r"practi[sc]e|rehearse|proofread|pick|select|organi[sz]e|contact|"
    r"summari[sz]e|present|agree|"
    r"clarify|determine|measure|divide|judge|weigh|arrange|sum|sketch|settle|schedule|adjust|study|"
    r"think|talk|look|watch|work|follow|clear|train",
    r"write(?! down)|draft|edit|design|create|make|draw|translate|analy[sz]e|lay|film|shoot|record|"
    r"develop|build|set up|clean|learn|compose|produce|retouch|turn|prototype|cook|repair|assemble|"
    r"paint|revise|rewrite|improve|cut|test|try|teach|mend|finish|change|scan|switch|keep|typeset",
    r"recruit|hire|print|deliver|ship|grow|run|launch|open|construct|install|manage",
)
_DONE: dict[Language, re.Pattern[str]] = {
    "ko": re.compile(r"\S+(?=(?<=고)\s|(?<=서)\s|(?<=[아어여해려]) |\s*$)"),
    "en": re.compile(r"(?:^|\band |, |\bto )(\w+(?: (?:up|down)\b)?)", re.IGNORECASE),
}
"""What is done: in Korean the last word and those that lead to it, in English the verbs."""
_WORDS: dict[Language, list[re.Pattern[str]]] = {
    "ko": [re.compile(rf"^(?:\S*?)(?:{words})") for words in _KO],
    "en": [re.compile(rf"^(?:{words})\b", re.IGNORECASE) for words in _EN],
}


def effort_of(title: str, language: Language) -> Effort | None:
    """Return about how long a step takes, None where its title has no word that tells.

    Of several things that are done in it the longest counts.
    """
    done = _DONE[language].findall(title.strip())
    taken = [
        place
        for place, words in enumerate(_WORDS[language])
        if any(words.match(word) for word in done)
    ]
    return _ORDER[taken[-1]] if taken else None
