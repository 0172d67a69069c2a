"""Texts that are an error message, as against texts that speak of one.

A message opens with the error, behind a few words that only lead to it, and the sentence ends
there or goes on after a colon. One within quotation marks, or that a longer sentence speaks of, is
quoted. How structured results flag an error is told in ``step_results``.
"""

from __future__ import annotations

import re
import unicodedata

_OPENS = r"""[^\w"'`‘’“”«»「」『』]*"""
_GAP = r"""[^\w"'`‘’“”«»「」『』]{1,4}"""
_LEADS = (
    "a", "an", "answered", "api", "because", "call", "calling", "client", "code", "could", "error",
    "exception", "execution", "failed", "failure", "fetch", "from", "gave", "got", "has", "have",
    "mcp", "message", "not", "of", "operation", "our", "output", "proxy", "query", "raised",
    "received", "remote", "replied", "request", "responded", "response", "result", "returned",
    "server", "service", "sorry", "the", "this", "to", "tool", "unfortunately", "upstream", "was",
    "we", "web", "with",
    r"[^\W_]{1,20}(?:_[^\W_]{1,20}){1,5}", r"-?\d{4,6}", r"http(?:/\d(?:\.\d)?)?",
    "status(?: code)?",
    "요청[이은을]?", "서버[가는에]?", "응답[이은]?", "도구[가는]?", "호출[이은을]?",
    "실행[이은을]?",
    "실패(?:했습니다|했다|했어요|함)?", "처리하지", "못했습니다", "상태", "코드", "오류[가는]?",
    "예외", "에러[가는]?", "발생(?:했습니다|했다|함)?", "에서",
)  # fmt: skip
_LEAD_WORDS = 8
_PHRASES = (
    "bad request", "unauthorized", "forbidden", "not found", "request timeout",
    "too many requests", "internal server error", "bad gateway", "service unavailable",
    "gateway timeout",
)  # fmt: skip
_PHRASE = "|".join(_PHRASES)
_ERRORS = (
    rf"[45]\d\d{_GAP}(?:(?:client|server) error{_GAP})?(?:{_PHRASE})",
    rf"(?:http|error|status(?: code)?|오류|에러){_GAP}[45]\d\d",
    "internal server error|bad gateway|gateway timeout|service unavailable|too many requests",
    "input validation error(?: for)?",
    r"(?:tool execution failed|도구 실행(?:에)? 실패)(?:했습니다)?"
    r"(?: (?:with|due to|because)\b[^\n]*)?",
    r"error (?:executing|calling|running|invoking) (?:the )?(?:tool|function)\b[^\n:]{0,60}",
    r"traceback \(most recent call last\)",
)
_ENDS = (
    r"(?: (?:error|response|status))?\)?"
    r"(?:\s*(?:[을를이가])\s*(?:반환|응답|발생)[가-힣]*)?"
    r"""(?=\s*(?:[:：]|[.!]+(?:\s|$)|\n|$|for url\b)|(?<=for)\s)"""
)
_ERROR_TEXT = re.compile(
    rf"{_OPENS}(?:(?:{'|'.join(_LEADS)}){_GAP}){{0,{_LEAD_WORDS}}}(?:{'|'.join(_ERRORS)}){_ENDS}"
    r"|(?:client|server) error '[45]\d\d [^'\n]*' for url",
    re.IGNORECASE,
)
_PREFIX = re.compile(
    rf"{_OPENS}(?:error|오류)\s*[:：]\s*"
    r"(?!(?:none|no errors?|nothing|null|n/a|0|없음|없다|없습니다|해당 ?없음)[\W_]*$)\S",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?is)<(?:!doctype|html)\b.{0,500}?<title>([^<]*)</title>")
_NO_VALUE = re.compile(r"null|undefined|\"\s*\"|'\s*'")
_SHORT = 300
_UNSEEN = {"Cc", "Cf", "Zs", "Zl", "Zp"}
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"


def is_error(text: str) -> bool:
    """Say whether the text is an error message and does not only speak of one.

    What a program prints where it has no value, ``null`` or an empty string, counts as one. A web
    page is one where its title is.
    """
    stripped = text.strip()
    if page := _TITLE.match(stripped):
        stripped = page[1].strip()
    if _NO_VALUE.fullmatch(stripped):
        return True
    return bool(_ERROR_TEXT.match(stripped) or (len(stripped) < _SHORT and _PREFIX.match(stripped)))


def shows_nothing(text: str) -> bool:
    """Say whether no character of the text can be seen."""
    return all(c in _BLANK_LETTERS or unicodedata.category(c) in _UNSEEN for c in text)
