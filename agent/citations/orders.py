"""Sentences of a document that speak to the model instead of the reader.

They are left out of prompts and prove nothing, but stay in view where a passage is shown. The
forms below are of attacks that are known; what they miss still meets code that gives a document
no power: it chooses no tool, writes no memory, and what it makes a model say has no proof.
"""

from __future__ import annotations

import re

from agent.citations.sentences import Sentence, sentences_of_page

_INVISIBLE = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u202a-\u202e]")
_MODEL = r"(?:AI|인공지능|언어\s?모델|LLM|챗봇|어시스턴트)(?:\s?(?:비서|모델|어시스턴트|시스템))?"
_DO = r"(?:하라|해라|하시오|하십시오|하세요|해\s?주세요|해\s?줘|할\s?것)(?![가-힣])"
_SAYS = r"(?:답변?|말|대답|응답|출력|주장|안내|이야기|설명)"
_KOREAN = (
    r"(?:이전|앞|지금까지)(?:의|선)?\s?[^.]{0,10}(?:대화|지시|지침|명령|설정)[을를은는도]?\s?[^.]{0,8}(?:무시|잊)",
    r"질문(?:과|에)\s?(?:상관|관계)\s?없이|질문[은을]\s?무시",
    rf"(?:읽는|보는|처리하는|요약하는)\s?(?:{_MODEL}|모델|비서)",
    rf"(?:{_MODEL}|모델|비서)에게\s?[:：,]|모델은\s?이제|{_MODEL}[은는이가]\s[^.]{{0,60}}고만?\s?{_SAYS}"
    rf"(?:해야|한다|{_DO})|{_MODEL}은\s[^.]{{0,20}}(?:따른다|따르라|따라야)",
    r"시스템\s?(?:프롬프트|메시지\s?[:：]|명령\s?[:：])|\[\s?/?시스템\s?\]",
    r"프롬프트[를을]?\s?[^.]{0,12}(?:공개|출력|보여|알려|말|적어)(?:하라|해라|하세요|줘|라(?![가-힣]))",
    r"(?:이제|지금)(?:부터)?\s?(?:너는|넌|당신은)|(?:너는|넌|당신은)\s?(?:이제|지금부터)|너에게\s?주어진",
    r"[인은는]\s?척\s?(?:하고|하라|해라|하며|해)|개발자\s?모드[로를]\s?[^.]{0,10}(?:규칙|제한)",
    rf"고만?\s?(?:{_SAYS}{_DO}|(?:알려|말해|전해|답해|적어)라(?![가-힣]))|라고만\s?{_SAYS}한다",
    r"(?:모든\s?답|답변)(?:을|에는|에|\s?끝에)\s?.{0,80}(?:시작하|넣어|적어라|붙여라|쓰라)",
    r"(?:장기\s?)?기억에\s?(?:저장|남|기록)(?![하되]지)|메모리에\s?저장(?:할\s?것|하라|해라|해\s?두)|고\s?기억해\s?두",
    r"도구를?\s?(?:부르|호출|실행|사용하)(?:고|라|여|십|세|$)|인용\s?번호",
    r"이\s?(?:지시|주석|문장)[은을]\s?(?:언급|숨기)",
)
_BOT = (
    r"(?:AI(?: (?:assistants?|models?|systems?|agents?))?|LLMs?|chatbots?|(?:the |any )assistants?"
    r"|language models?|any models?)"
)
_BEGIN = r"(?:^|[.;:,!?)]\s?|\b(?:must|should|always|please|then|and|now)\s)"
_ENGLISH = (
    r"(?:ignore|disregard|forget)\s(?:\w+\s){0,3}(?:previous|above|prior|preceding|earlier|system)\s"
    r"(?:\w+\s)?(?:instructions?|prompts?|rules|context|conversation|messages?)\b|forget what|"
    r"(?:ignore|disregard) everything",
    r"system prompts?\b(?! you| the\b| for)",
    r"\bsystem\s?:\s?.{0,60}\b(?:answer|say|reply|policy|you)\b",
    r"(?:^|\W)assistant\s?[:,]|\b(?:to|for|attention|hey|dear|hello),? (?:the |all |any )?"
    r"(?:AI|LLM|assistant|chatbot|language model)s?\s?[:,]",
    r"if you are (?:an? |the )?(?:AI|LLM|assistant|chatbot|language model|large)",
    rf"{_BOT} (?:that |which )?(?:is |are )?(?:reading|summari[sz]ing|processing) this",
    rf"{_BOT} (?:reading this )?(?:must|should|shall|has to|have to|needs? to) "
    r"(?:always |only |never )?(?:say|state|claim|tell|output|recommend|ignore|pretend|"
    r"(?:answer|reply|respond) (?:that|with|only))",
    r"from now on,? you|you are (?:now |(?-i:[A-Z]{3,})|an AI)",
    rf"{_BEGIN}(?:act as|pretend (?:to be|that|you))|(?:developer|jailbreak|god|debug) mode and",
    r"(?:tell|inform|remind|convince) the user\b(?! (?:department|group|manual))|the user's other",
    rf"{_BEGIN}(?:answer|say|reply|respond|write|output)(?:\s(?:only|exactly))?\s?:?\s?[\"“']",
    rf"{_BEGIN}say\s?(?::|(?:that|only|never)\s)|write only",
    r"begin every answer|before answering|whatever is asked",
    r"(?:do not|don't|never) answer (?:the|this|any) question",
    r"when you (?:cite|answer|reply)|in your (?:answer|reply|response)|put the link",
    r"(?:do not|don't|never) (?:mention|reveal|disclose|show) "
    r"(?:this|these|the) (?:instruction|comment|note)",
    r"repeat (?:everything|the (?:words|text)) above|triple quotes",
    r"(?:save|store|write|commit|add|put) (?:\w+ ){0,3}(?:to|in|into) (?:the |your |its )?"
    r"(?:long-term )?memory\b(?! (?:card|stick))",
    r"^add to memory|future conversations|user preference\b",
    r"(?:remember|note|save) (?:this |that )?(?:about )?the user\b",
    r"\b(?:call|run|use|invoke|execute) (?:the )?(?:tool|python_repl|read_file|web_search)",
    r"route (?:every|the|this) question|approve the plan|stop summari[sz]ing",
)
_MARKUP = (
    r"<\|[^|>]{2,30}\|>|</?(?:tool_call|system|instructions?|assistant)>|<!--|-->|^\s*\[//\]:\s?#",
    r"\[/?INST\]|<</?SYS>>|^#{2,}\s?(?:instructions?|system|assistant|response)\s?:",
)
_LIKE_A_DUTY = (
    r"(?:이전|위|앞|모든|다음\s?쪽)의?\s?[^.]{0,8}지시(?:를|들|사항)",
    r"(?:이전|위|앞|지금까지)(?:의|선|에)?\s?[^.]{0,10}(?:내용|대화|지시|지침|명령|규칙|설정)[을를은는도]?"
    r"\s?[^.]{0,8}(?:무시|잊)(?:하고|하라|해라|하세요|하십시오|고|어라|으라|으세요)",
    r"이\s?(?:문서|글|파일)[를을]\s?(?:요약|인용|설명)(?:할|하는|하면)",
    r"(?:출력|저장|인용|분류|기억|답|대답|말)(?:하라|해라|할\s?것)(?![가-힣])|(?:무시|실행)(?:하라|해라)(?![가-힣])",
    r"(?:ignore|disregard|forget|override)\s(?:all\s|any\s|the\s|every\s|your\s|these\s|of\s){0,3}"
    r"(?:above|previous|prior|preceding|earlier|instructions?|rules|prompts?|context|question|"
    r"conversation|documents?)\b",
    rf"{_BEGIN}(?:answer|reply|respond)\s(?:only with|with|that|always|every question with)\b",
    r"(?:reply|respond|answer) only|in (?:every|each) (?:answer|reply|response)",
    r"(?:reveal|print|show|output|repeat|disclose|display)\s(?:\w+\s){0,2}(?:your|hidden|initial|secret)\s"
    r"(?:\w+\s)?(?:prompt|instructions?|rules)",
    r"\bnew (?:system )?(?:instruction|prompt|directive)s?\s?:",
)
"""Forms that a contract has as well, where it says what one of its parties does."""
_ORDER = re.compile("|".join((*_KOREAN, *_ENGLISH, *_MARKUP)), re.IGNORECASE | re.MULTILINE)
_ORDER_UNLESS_A_DUTY = re.compile("|".join(_LIKE_A_DUTY), re.IGNORECASE | re.MULTILINE)
_DUTY = re.compile(
    r"(?:^|[\s(①-⑳.])(?:갑|을|병|양\s?당사자|당사자|임대인|임차인|전차인|매도인|매수인|발주자|수급인|도급인|수임인|위임인|"
    r"수탁자|위탁자|공급자|용역사|근로자|사업주|직원|수령자|이용자)(?:들)?(?:은|는|이|가)\s.*(?:다|것|함)\.?\s*$|"
    r"\b(?:(?i:the|this|either|each|neither|any|both)\s(?:\w+\s){0,3}?)(?:Part(?:y|ies)|Contractor|Client|Provider|"
    r"Supplier|Employee|Employer|Tenant|Landlord|Lessee|Lessor|Recipient|Discloser|Consultant|Buyer|"
    r"Seller|Purchaser|Vendor|Licensee|Licen[sc]or|Agreement|Contract|Order)\b[^.;:\"“]{0,40}?"
    r"\b(?:shall|must|may|will|overrides?|agrees?|states?)\b",
    re.DOTALL,
)
_NO_DUTY = re.compile(
    r"\byou(?:r|rs)?\b|(?:with|that|only)\s?:|[\"“‘「]|[라다]고만?\s|너[는의에를]|당신|"
    r"(?:하|으|어|아|해)라(?![가-힣])|(?:하시오|십시오|세요)",
    re.IGNORECASE,
)


_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(tool_call|system|instructions?)>.*?</\1>|^\[//\]:\s?#[^\n]*",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)


def visible(text: str) -> str:
    """Return ``text`` without characters that show nothing."""
    return _INVISIBLE.sub("", text)


def is_order(text: str) -> bool:
    """Tell whether a sentence speaks to the model; a duty of a contract's party does not."""
    seen = visible(text)
    if _ORDER.search(seen):
        return True
    return bool(_ORDER_UNLESS_A_DUTY.search(seen)) and not _is_duty(seen)


def _is_duty(text: str) -> bool:
    """Tell whether a sentence says, of a party by its name, what that party does."""
    return bool(_DUTY.search(text)) and not _NO_DUTY.search(text)


def _blanked(text: str) -> str:
    """Return ``text`` with hidden stretches made blanks; all offsets stay."""
    return _HIDDEN.sub(lambda m: re.sub(r"\S", " ", m.group()), text)


def trusted_sentences(text: str) -> list[Sentence]:
    """Return the sentences of page text that speak to a reader, with their spans.

    An order that clings to an ordinary sentence without a blank is cut off it.
    """
    text = _blanked(text)
    kept = []
    for sentence in sentences_of_page(text):
        if not is_order(sentence.text):
            kept.append(sentence)
        elif head := _head(text[sentence.start : sentence.end]):
            kept.append(
                Sentence(sentence.start, sentence.start + len(head), " ".join(head.split()))
            )
    return kept


def orders_in(text: str) -> str:
    """Return what of page text speaks to the model, hidden or not."""
    hidden = " ".join(match.group() for match in _HIDDEN.finditer(text))
    spoken = _blanked(text)
    for sentence in trusted_sentences(text):
        blank = " " * (sentence.end - sentence.start)
        spoken = spoken[: sentence.start] + blank + spoken[sentence.end :]
    return " ".join(visible(f"{hidden} {spoken}").split())


def _head(written: str) -> str:
    """Return the finished sentence before an order that follows without a blank."""
    for match in re.finditer(r"[.!?](?=\S)", written):
        head = written[: match.end()]
        if "://" in head.rpartition(" ")[2]:
            continue
        if not is_order(head) and is_order(written[match.end() :]):
            return head
    return ""


def harmless(text: str) -> str:
    """Return document text for a prompt: marks of a chat template lose their power."""
    return visible(text).replace("<|", "< |").replace("|>", "| >")
