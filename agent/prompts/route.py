"""The routing prompt: one small schema-held reply that sends a message on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, Field

from agent.prompts.rewrite import FOLLOWED

if TYPE_CHECKING:
    from collections.abc import Sequence


Reason = Literal[
    "small talk",
    "general knowledge",
    "sum or clock",
    "said before",
    "stands in files",
    "many steps",
]


class RouteReply(BaseModel):
    """The route of a message that stands alone. The reason comes last: first, it misleads."""

    route: Literal["chat", "documents", "task"] = Field(description="Where the message goes")
    tool_needed: bool = Field(description="A calculation, the clock or a file is needed")
    in_scope: bool = Field(description="It has to do with the bound documents")
    reason: Reason = Field(default="stands in files", description="What the message is")


class FollowUpReply(BaseModel):
    """The route of a message that comes after others."""

    needs_previous_context: bool = Field(description="It refers to what was said before")
    standalone_question: str = Field(max_length=200, description="The message, complete by itself")
    route: Literal["chat", "documents", "task"]
    tool_needed: bool
    in_scope: bool
    reason: Reason = "stands in files"


_INTRO = """You sort messages for a desk assistant. Reply with JSON.
route:
- chat: greetings, general knowledge, calculation, date or time, code, or what was said earlier in this conversation.
- documents: a fact, rule, amount, clause or table that would stand in the person's own files: contracts, company rules, policies, manuals, papers, reports.
- task: a larger piece of work to be planned in several steps, with tools or services per step, ending in a guide.
tool_needed: true only for arithmetic, the current date or time, or reading a named file.
in_scope: false only if files are bound and the message has nothing to do with them.
reason: what the message is."""

_EXAMPLES: tuple[tuple[str, Reason, str, bool], ...] = (
    ("좋은 아침이에요", "small talk", "chat", False),
    ("How do I sort a list in Python?", "general knowledge", "chat", False),
    ("87 곱하기 12는?", "sum or clock", "chat", True),
    ("What is today's date?", "sum or clock", "chat", True),
    ("프랑스의 수도는?", "general knowledge", "chat", False),
    ("제가 방금 뭐라고 부탁했죠?", "said before", "chat", False),
    ("경조사 휴가는 며칠 쓸 수 있어?", "stands in files", "documents", False),
    ("Who has to sign a purchase above 2,000 dollars?", "stands in files", "documents", False),
    ("제12조에 뭐라고 되어 있지?", "stands in files", "documents", False),
    ("What does error E14 in the manual mean?", "stands in files", "documents", False),
    ("위약금 조항을 표준계약서와 견줘 줘", "stands in files", "documents", False),
    ("Summarise the attached report", "stands in files", "documents", False),
    (
        "온라인 강의를 만들어 팔고 싶어. 단계별 계획과 필요한 서비스를 추천해줘",
        "many steps",
        "task",
        False,
    ),
    (
        "Plan a podcast for my shop from idea to release and pick a tool for each step",
        "many steps",
        "task",
        False,
    ),
    ("동네 벼룩시장을 열려고 해. 할 일을 나누고 순서를 잡아 줘", "many steps", "task", False),
    (
        "Work out a step by step workflow to digitise our old photos, with software for each part",
        "many steps",
        "task",
        False,
    ),
)

_FOLLOW_UPS: tuple[tuple[str, str, FollowUpReply], ...] = (
    *(
        (
            f"{before}\n{answer}",
            said,
            FollowUpReply(
                needs_previous_context=True,
                standalone_question=whole,
                reason="stands in files",
                route="documents",
                tool_needed=False,
                in_scope=True,
            ),
        )
        for pair in zip(FOLLOWED["en"], FOLLOWED["ko"], strict=True)
        for before, answer, said, whole in pair
    ),
    (
        "프린터는 어디 있어?\n3층 복사실에 있습니다.",
        "식대 한도는 얼마야?",
        FollowUpReply(
            needs_previous_context=False,
            standalone_question="식대 한도는 얼마야?",
            reason="stands in files",
            route="documents",
            tool_needed=False,
            in_scope=True,
        ),
    ),
    (
        "My dog is called Bello.\nWhat a nice name!",
        "What is my dog called?",
        FollowUpReply(
            needs_previous_context=True,
            standalone_question="What is my dog called?",
            reason="said before",
            route="chat",
            tool_needed=False,
            in_scope=True,
        ),
    ),
)


def _question(text: str, bound: Sequence[str]) -> str:
    files = f"Bound files: {', '.join(bound)}\n" if bound else ""
    return f"{files}Message: {text}"


def render_route(question: str, bound: Sequence[str] = ()) -> list[BaseMessage]:
    """Return the prompt for a message without history."""
    messages: list[BaseMessage] = [SystemMessage(_INTRO)]
    for text, reason, route, tool in _EXAMPLES:
        reply = RouteReply.model_validate(
            {"reason": reason, "route": route, "tool_needed": tool, "in_scope": True}
        )
        messages += [HumanMessage(_question(text, ())), AIMessage(reply.model_dump_json())]
    messages += [
        HumanMessage(_question("What shall I cook tonight?", ["office_lease.pdf"])),
        AIMessage(
            '{"route":"chat","tool_needed":false,"in_scope":false,"reason":"general knowledge"}'
        ),
        HumanMessage(_question("월세는 언제까지 내야 해?", ["임대차계약서.pdf"])),
        AIMessage(
            '{"route":"documents","tool_needed":false,"in_scope":true,"reason":"stands in files"}'
        ),
        HumanMessage(_question(question, bound)),
    ]
    return messages


def render_follow_up(question: str, exchange: str, bound: Sequence[str] = ()) -> list[BaseMessage]:
    """Return the prompt for a message with history.

    Args:
        question: What the person typed.
        exchange: The last exchange, question and answer, shortened.
        bound: Names of the documents that the thread is bound to.
    """
    intro = (
        f"{_INTRO}\nneeds_previous_context: the message cannot be understood without what was "
        "said before.\nstandalone_question: the message rewritten so that it stands alone, in "
        "the same language; the same words if it already does."
    )
    messages: list[BaseMessage] = [SystemMessage(intro)]
    for text, reason, route, tool in _EXAMPLES[2:14:2]:
        reply = FollowUpReply.model_validate(
            {
                "needs_previous_context": False,
                "standalone_question": text,
                "reason": reason,
                "route": route,
                "tool_needed": tool,
                "in_scope": True,
            }
        )
        messages += [HumanMessage(f"Message: {text}"), AIMessage(reply.model_dump_json())]
    for before, text, reply in _FOLLOW_UPS:
        messages += [
            HumanMessage(f"Before:\n{before}\nMessage: {text}"),
            AIMessage(reply.model_dump_json()),
        ]
    messages.append(HumanMessage(f"Before:\n{exchange}\n{_question(question, bound)}"))
    return messages
