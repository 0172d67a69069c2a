"""What an answer in plain words means for the open question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.answers import joined
from agent.approvals import (
    Accept,
    Answer,
    Cancel,
    Decision,
    Proceed,
    Reject,
    Replan,
    Respond,
    Retry,
    Skip,
)

if TYPE_CHECKING:
    from agent.graph_threads import Question

_DO = "(해|해 ?줘|해 ?줘요|해 ?주세요|해요|하자|하세요|하시죠|할게요?|할래요?|합니다|하겠습니다)"
_YES_WORD = (
    "yes|y|yeah|yep|ok|okay|sure|fine|good|great|perfect|all right|alright|accept|approved?|go|"
    "go ahead|go on|do (it|that|this|so)|(run|send|use|start|try) (it|that|this)|please( do)?|"
    "(looks|sounds) good( to me)?|that's (fine|good|right)|i (agree|approve)|proceed|continue|"
    "let's (go|do (it|that|this))|go for it|"
    "네네?|예|넵|넹|응|그래요?|좋아요?|좋습니다|좋네요|맞아요?|맞습니다|승인|수락|확인|오케이|ㅇㅇ|ㅇㅋ|ㄱㄱ|고고|"
    f"(그대로|이대로|계속)( ?{_DO})?|(그렇게|바로|그냥) ?{_DO}|동의{_DO}|"
    f"((그대로|이대로|그렇게|바로|계속) )?(진행|실행|승인|수락|시작|허용|허락){_DO}?|"
    "해 ?줘요?|해 ?주세요|보내 ?(줘요?|주세요)|부탁해요?|부탁드려요|부탁드립니다"
)
_YES = re.compile(f"({_YES_WORD})( ({_YES_WORD}|thanks|thank you|now|고마워요?|감사합니다))*")
_NO = re.compile(
    "((no|n|nope|reject(ed)?|cancel|(please )?(don't|do not)( (do|run|send|use) (it|that|this))?|"
    "not now|never mind)( |$))+(thanks|thank you|please)?|"
    f"((아니|아니[요오]|아뇨|싫어요?|안 ?돼요?|안 ?할래요?|거절{_DO}?|거부{_DO}?|취소{_DO}?|"
    "그만|됐어요?|"
    "(하지|보내지|실행하지|진행하지) ?(마|마요|마세요|말아 ?(줘요?|주세요)?)|ㄴㄴ)"
    "( |$))+(괜찮아요?|괜찮습니다)?"
)
_JUST_GO_ON = re.compile(
    f"proceed|skip|whatever|go ahead|just do it|(그냥 )?진행{_DO}?|그냥 (해|해 ?줘)|"
    "건너뛰기|알아서( 해| 해 ?줘)?"
)
_STOP = re.compile(
    "(please )?(stop|cancel|abort|quit|forget)"
    "( (it|that|this|now|everything|(the|this) (plan|task|work|run)))?( please)?|never mind|"
    f"중단{_DO}?|중지{_DO}?|취소{_DO}?|"
    f"멈춰( ?(줘요?|주세요))?|그만{_DO}?|그만 ?(둬|두자|둘래요?|두세요)"
)
_NO_BEFORE = re.compile("^((no|nope|nah|아니[요오]?|아뇨) )+")
_SKIP = re.compile(
    "skip( (it|this|this step|this one|that))?|leave it out|pass|"
    "((이건|이거|그건|이번엔?|이 단계는?) )?"
    "(건너뛰(기|자|어 ?(줘요?|주세요)?)|건너뛸래요?|넘어가(기|자|줘요?|주세요)?"
    f"|생략{_DO}?|(스킵|패스)( ?{_DO})?)"
)
_RETRY = re.compile(
    "retry|(try )?(it )?again|try once more|"
    f"다시( ?(해|해 ?줘|해 ?주세요|해봐|시도|시도해|시도해 ?줘))?|재시도{_DO}?|한 ?번 더"
)
_SHORT = 60
"""Characters; a longer answer is none of the short ones."""


def in_words(question: Question, text: str) -> Decision:
    """Return what typed text means as the answer to an open question.

    A clarification takes the text as the answer, or goes on without one. A plan takes short words
    of yes and no, anything else asks for a change. A step or tool call takes short words of yes,
    no, skip and again; anything else is said to it. Short words of stop end the run.
    """
    words = re.sub(r"[\s.!~?,]+", " ", text).strip().casefold()
    words = words if len(words) <= _SHORT else ""
    if _STOP.fullmatch(rest := _NO_BEFORE.sub("", words)):
        words = rest
    if question.point == "plan" and _NO.fullmatch(words):
        return Reject()
    if _STOP.fullmatch(words) and "cancel" in question.allowed:
        return Cancel()
    if question.point == "clarification":
        return _to_clarification(question, text, words)
    if _YES.fullmatch(words):
        return Accept()
    if question.point == "plan":
        return _said(Replan, text)
    return _to_step(text, words)


def _to_clarification(question: Question, text: str, words: str) -> Decision:
    if _JUST_GO_ON.fullmatch(words):
        return Proceed()
    asked = [str(one) for one in question.payload.get("questions", [])]
    return Answer(answers={joined(asked) or "?": text})


def _to_step(text: str, words: str) -> Decision:
    if _RETRY.fullmatch(words):
        return Retry()
    left_out = _NO.fullmatch(words) or _SKIP.fullmatch(words)
    return Skip() if left_out else _said(Respond, text)


def _said(kind: type[Replan | Respond], text: str) -> Replan | Respond:
    """Return a decision in words; one that is too long is told so where it is read."""
    return kind.model_construct(text=text or " ")
