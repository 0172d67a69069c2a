"""What is said of a plan by code: what of the past went into it, and why a change was not made."""

from __future__ import annotations

APPLIED: dict[str, dict[str, str]] = {
    "ko": {
        "same": "비슷한 부탁에서 잘된 계획을 그대로 가져왔습니다({n}번 성공)",
        "added": "지난번에 직접 더하신 단계를 넣었습니다: {title}",
    },
    "en": {
        "same": "the plan that worked for a similar request ({n} times)",
        "added": "a step that you added to a similar plan: {title}",
    },
}

UNCHANGED: dict[str, dict[str, str]] = {
    "ko": {
        "last": "계획에는 적어도 한 단계가 있어야 해서 그대로 두었습니다. 필요 없다면 거절을 눌러 주세요.",
        "done": "이미 끝났거나 그대로 두기로 한 단계라서 바꾸지 않았습니다.",
        "budget": "예산은 적어 두었고 비용을 따질 때 함께 봅니다. 단계는 그대로입니다.",
        "question": "질문에는 계획을 정한 뒤에 답할 수 있어 계획은 그대로 두었습니다. 승인하거나, 바꿀 점을 적어 주세요.",
        "again": "무엇을 바꿀지 적어 주시면 그렇게 고칩니다. 계획은 그대로 두었습니다.",
        "unread": "무엇을 빼야 할지 알 수 없어 그대로 두었습니다. 단계 번호로 말씀하시거나 표에서 고쳐 주세요.",
    },
    "en": {
        "last": "A plan needs at least one step, so it stays as it was. Reject it if it is not wanted.",
        "done": "That step is finished, or was to stay, so the plan stays as it was.",
        "budget": "The budget is noted and counts where costs are worked out. The steps stay as they were.",
        "question": "A question can be answered once the plan is decided, so the plan stays as it was. Approve it, or write what to change.",
        "again": "Say what should be different, and the plan is changed so. It stays as it was.",
        "unread": "It is not clear what should go, so the plan stays as it was. Name the step by its number, or edit the table.",
    },
}
