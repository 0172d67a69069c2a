"""What is said when a turn fails: a sentence with a remedy, in the language of the thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.prompts.closing import failure_sentence

if TYPE_CHECKING:
    from agent.errors import AgentError
    from agent.language import Language
    from store.errors import StoreError

_KOREAN = {
    "model_unreachable": (
        "로컬 모델에 연결할 수 없습니다. 잠시 뒤 '다시 시도'를 눌러 주세요. 계속되면 앱을 다시 "
        "시작해 주세요."
    ),
    "model_missing": (
        "모델이 이 컴퓨터에 없습니다. 페이지에서 내려받거나 GUIDEPOST_CHAT_MODEL로 다른 모델을 "
        "정해 주세요."
    ),
    "model_broken_off": "답이 도중에 끊겼습니다. '다시 시도'를 누르면 이어서 진행합니다.",
    "model_reply": "모델의 답을 읽을 수 없었습니다. 다시 시도하거나 질문을 조금 바꿔 주세요.",
    "prompt_too_long": (
        "내용이 모델이 한 번에 읽을 수 있는 길이를 넘습니다. 나누어서 물어봐 주세요."
    ),
    "thread_busy": ("이 대화에서 다른 작업이 진행 중입니다. 끝나기를 기다리거나 먼저 멈춰 주세요."),
    "setup": "필요한 것이 아직 설치되지 않았습니다. 페이지의 안내에 따라 설치를 마쳐 주세요.",
    "bad_settings": "설정 값 하나를 쓸 수 없습니다. 설정을 확인해 주세요.",
    "disk_full": "디스크에 빈 공간이 없습니다. 공간을 비운 뒤 '다시 시도'를 눌러 주세요.",
    "folder_unusable": "데이터 폴더를 읽거나 쓸 수 없습니다. 폴더의 권한을 확인해 주세요.",
    "newer_database": "더 새로운 버전의 앱이 만든 데이터입니다. 앱을 최신 버전으로 올려 주세요.",
    "damaged_database": "데이터 파일이 손상되었습니다. 앱의 '상태' 안내를 확인해 주세요.",
    "library_busy": "다른 프로그램이 문서를 쓰는 중입니다. 잠시 뒤 다시 시도해 주세요.",
    "document_missing": (
        "그 문서는 더 이상 보관함에 없습니다. 다른 문서를 고르거나 다시 넣어 주세요."
    ),
    "embedder_changed": (
        "의미 검색 모델이 바뀌었습니다. 터미널에서 python -m agent reindex로 다시 색인해 주세요."
    ),
    "embedder_missing": "의미 검색에 필요한 파일이 없습니다. 지금은 낱말로만 찾습니다.",
}
_OWN = {
    "interrupted": (
        "앱이 도중에 꺼져 작업이 중단되었습니다. '다시 시도'를 누르면 멈춘 곳에서 이어집니다.",
        "The app ended while this was being worked on. Press Retry to go on from where it was.",
    ),
    "internal": (
        "예상하지 못한 문제가 생겼습니다. '다시 시도'를 눌러 주세요. 자세한 내용은 로그에 "
        "있습니다.",
        "Something unexpected went wrong. Press Retry; the details are in the log.",
    ),
}


def failure_words(error: AgentError | StoreError, language: Language) -> str:
    """Return what to say of an error that was raised on purpose.

    In English the error's own message, which names the thing, is said where no fixed sentence is.
    """
    message = str(error) or words_of("internal", language)
    if language == "ko":
        message = _KOREAN.get(error.code, message)
    return failure_sentence(error.code, message, language)


def words_of(code: str, language: Language) -> str:
    """Return the sentence for ``interrupted`` or ``internal``."""
    korean, english = _OWN[code]
    return korean if language == "ko" else english
