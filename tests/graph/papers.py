"""Small documents that the research tests search, and what the model says to be routed there."""

import json

from store.library import Library

DOCUMENTS = {"route": "documents", "tool_needed": False, "in_scope": True}
CHAT = {**DOCUMENTS, "route": "chat"}
CHAT_TOOL = {**CHAT, "tool_needed": True}

MINE = """용역계약서 - 다온봄과 서하늘

제1조(목적)
이 계약은 영상 제작에 필요한 사항을 정한다.

제2조(계약 기간)
계약 기간은 2026년 9월 21일부터 2027년 1월 29일까지로 한다.

제3조(대금의 지급)
갑은 검수에 합격한 날부터 45일 안에 나머지 대금을 지급한다.

제4조(지체상금)
① 을이 납품을 늦추면 늦춘 하루마다 계약금액의 1000분의 3을 지체상금으로 낸다.
② 지체상금은 계약금액의 30퍼센트를 넘지 않는다.

제5조(재위탁)
을은 어떤 경우에도 용역을 제3자에게 재위탁할 수 없다.
"""
STANDARD = """표준 용역계약서

제1조(목적)
이 계약은 발주자와 수급인의 권리와 의무를 정한다.

제2조(대금의 지급)
발주자는 검수에 합격한 날부터 14일 안에 나머지 대금을 지급한다.

제3조(지체상금)
① 수급인이 납품을 늦추면 늦춘 하루마다 계약금액의 1000분의 1을 지체상금으로 낸다.
② 지체상금은 계약금액의 10퍼센트를 넘지 않는다.
"""
LOANS = """장비 대여 규칙

제1조(대여 기간)
노트북의 대여 기간은 21일로 한다.

제2조(반납)
반납은 안내 데스크에서 받는다.
"""

HANDBOOK = """Employee Handbook

Article 1. Annual Leave
Full-time employees have 27 days of annual leave in a leave year.
Up to six days may be carried over.

Article 2. Remote Work
You may work remotely up to three days a week after probation.

Article 3. Lost Devices
A lost laptop must be reported to the security desk within two hours.
"""


def add(library: Library, **texts: str) -> dict[str, str]:
    """Add documents by name; return their ids."""
    ids = {}
    for name, text in texts.items():
        added = library.add(text.encode(), name=f"{name}.txt").document
        ids[name] = added.id
    return ids


def add_contracts(library: Library) -> dict[str, str]:
    """Add the person's contract and the standard one."""
    ids = add(library, mine=MINE, standard=STANDARD)
    library.set_kind(ids["mine"], "contract")
    library.set_kind(ids["standard"], "standard")
    return ids


def found(yes=True):
    """What the model says that judges: found, or not."""
    return json.dumps({"found": yes})


def searches(*rows, more=False):
    """What the model says that chooses tools, each with its arguments."""
    return json.dumps({"calls": [{"tool": t, "args": a} for t, a in rows], "more": more})


def of_kind(talk, kind):
    """The events of a kind of a conversation's last turn."""
    return [event for event in talk.events if event.kind == kind]
