"""Which words of a question name its subject, and which only hold the question together.

A word that no passage has says much when it is a noun, little when it is a verb in one of its many
forms, and nothing when it is a question word. There is no tagger here: Korean verbs are told by
their endings, the rest by lists of what is common in any question.
"""

from __future__ import annotations

import re

PREDICATE = 0.15
_EMPTY_KO = frozenset(
    """
    그게 이게 저게 그거 이거 저거 그럼 얼마 얼마나 얼마인가요 얼마예요 얼마야 얼마까지 얼마마다
    어떻게 어떤 어떠한 어느 무엇 무엇인가요 무엇이 무엇을 뭐 뭐가 뭘 뭐야 무슨 언제 언제까지
    언제부터 어디 어디에 어디서 어디에서 어디로 어디까지 누구 누가 누구에게 누구한테 왜 몇 며칠
    며칠까지 며칠이나 때 경우 경우에 것 거 걸 게 수 줄 데 지 나 내 내가 나는 제 제가 저 저는
    우리 저희 이 그 안 못 다 더 좀 꼭 또 잘 바로 지금 아직 이미 혹시 만약 방법 방법은 방법을
    순서 순서를 절차가 및 또는 대해 대한 관한 따른 위한 동안 정도 가장 많이 보통
    """.split()  # noqa: SIM905 - a list of words reads as words
)
_EMPTY_EN = frozenset(
    """
    much many often long soon far ever still please tell happen happens there here per every any
    """.split()  # noqa: SIM905 - a list of words reads as words
)
_PREDICATE_EN = frozenset(
    """
    ask asked begin bring brings buy call change changes choose come comes count cost costs end
    ends find give gave given gives go goes going happen help hold keep keeps kept know last
    lasts leave let like look lose made make makes mean means move need needs offer offers open
    pay pays paid put read receive receives run runs say says see send set sets show start
    starts stay stop take taken takes tell turn use used uses want wants work works allowed
    possible good best right
    """.split()  # noqa: SIM905 - a list of words reads as words
)
_ENDING_KO = re.compile(
    r"(?:나요|가요|까요|세요|어요|아요|해요|돼요|데요|네요|습니까|[다까야지면게고려죠]|는데|은데|던데|도록|면서"
    r"|[어아해돼줘봐와]|[할될쓸갈낼볼줄살]|하나|되나|있나|없나|받나|한|된|하는|되는|있는|없는)$"
)


def subject_weight(word: str) -> float:
    """Return how much it says that nobody uses a question's word: 0, ``PREDICATE`` or 1."""
    word = word.lower()
    if word in _EMPTY_KO or word in _EMPTY_EN:
        return 0.0
    hangul = "가" <= word[-1] <= "힣"
    return PREDICATE if word in _PREDICATE_EN or (hangul and _ENDING_KO.search(word)) else 1.0
