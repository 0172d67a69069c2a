"""The sentence for every error code: what happened and what to do."""

TROUBLE: dict[str, tuple[str, str]] = {
    "error.internal": (
        "예상하지 못한 문제가 생겼습니다. 다시 시도해 보시고, 되풀이되면 데이터 폴더의 "
        "logs/guidepost.log를 확인하세요.",
        "Something unexpected went wrong. Try again; if it happens again, look in "
        "logs/guidepost.log in the data folder.",
    ),
    "error.interrupted": (
        "앱이 도중에 꺼져 작업이 중단되었습니다. ‘다시 시도’를 누르면 이어집니다.",
        "The app ended while this was being worked on. Press Retry to go on.",
    ),
    "error.store": (
        "문서 보관함에서 문제가 생겼습니다. 다시 시도하세요.",
        "The document library had a problem. Try again.",
    ),
    "error.empty_question": (
        "질문이 비어 있습니다. 내용을 입력하세요.",
        "The question is empty. Type something.",
    ),
    "error.question_too_long": (
        "질문이 너무 깁니다. 짧게 줄이거나, 긴 글은 파일로 만들어 왼쪽에 놓고 질문하세요.",
        "The question is too long. Shorten it, or save the long text as a file, drop it on the "
        "left and ask about it.",
    ),
    "error.bad_decision": (
        "이 답은 질문에 맞지 않습니다. 질문은 그대로 열려 있습니다.",
        "That answer does not fit the question, which stays open.",
    ),
    "error.model_unreachable": (
        "모델에 연결할 수 없습니다. 잠시 뒤 ‘다시 시도’를 누르세요. Ollama를 쓰신다면 켜져 있는지 "
        "확인하세요.",
        "The model cannot be reached. Press Retry in a moment; if you use Ollama, check that it "
        "runs.",
    ),
    "error.model_missing": (
        "모델이 없습니다. 첫 설정 화면에서 내려받거나 GUIDEPOST_CHAT_MODEL로 다른 모델을 정하세요.",
        "The model is not there. Download it in the set-up, or name another in "
        "GUIDEPOST_CHAT_MODEL.",
    ),
    "error.model_broken_off": (
        "답을 쓰던 중 모델이 멈췄습니다. ‘다시 시도’를 누르세요.",
        "The model broke off in the middle of the answer. Press Retry.",
    ),
    "error.model_reply": (
        "모델의 답을 읽을 수 없습니다. 다시 시도하거나 질문을 짧게 나누세요.",
        "The model’s reply could not be read. Try again, or split the question.",
    ),
    "error.prompt_too_long": (
        "내용이 모델의 문맥보다 깁니다. 질문을 줄이거나 새 대화를 시작하세요.",
        "This does not fit the model’s context. Shorten the question or start a new conversation.",
    ),
    "error.thread_busy": (
        "이 대화에서 다른 작업이 진행 중입니다. 끝나기를 기다리거나 멈추세요.",
        "Another run works in this conversation. Wait for it, or stop it.",
    ),
    "error.thread_missing": (
        "이 대화는 더 이상 없습니다. 새 대화를 시작하세요.",
        "This conversation no longer exists. Start a new one.",
    ),
    "error.round_limit": (
        "요청이 너무 복잡합니다. 더 작은 질문으로 나누어 주세요.",
        "The request is too complex. Split it into smaller ones.",
    ),
    "error.bad_settings": (
        "설정값 하나를 쓸 수 없습니다. 환경 변수와 settings.json을 확인하세요.",
        "A setting cannot be used. Check the environment and settings.json.",
    ),
    "error.setup": (
        "필요한 것이 아직 설치되지 않았습니다. 설정 화면의 안내를 따르세요.",
        "Something needed is not installed yet. Follow the set-up page.",
    ),
    "error.guide_missing": (
        "이 작업의 안내서 파일이 없거나 손상되어 Word로 받을 수 없습니다. Markdown으로 받거나, "
        "일을 끝까지 다시 진행하세요.",
        "The file of this work's guide is missing or damaged, so there is no Word version. Take "
        "the Markdown, or let the task run to its end again.",
    ),
    "error.empty_file": (
        "빈 파일이거나 글이 없습니다. 내용이 있는 파일을 놓으세요.",
        "The file is empty or holds no text. Drop one that does.",
    ),
    "error.not_readable": (
        "읽을 수 없는 파일입니다. 손상되었거나 PDF, JSON, Markdown, 텍스트가 아닙니다. "
        "원래 프로그램에서 PDF로 다시 저장해 보세요.",
        "The file cannot be read: it is damaged, or not PDF, JSON, Markdown or text. Save it as "
        "PDF again from where it came.",
    ),
    "error.encrypted": (
        "암호가 걸린 파일입니다. 암호를 입력하세요.",
        "The file is protected. Enter its password.",
    ),
    "error.wrong_password": (
        "암호가 맞지 않습니다. 다시 입력하세요.",
        "That password does not open it. Try again.",
    ),
    "error.image_only": (
        "그림으로만 된 파일이라 글이 없습니다. tesseract(한국어 자료 kor 포함)를 설치하면 여기서 "
        "읽을 수 있습니다. 또는 문자 인식(OCR)을 거친 PDF를 놓으세요.",
        "The pages are pictures without text. With tesseract installed (and its Korean data, kor) "
        "they can be read here; or drop a file that went through text recognition (OCR).",
    ),
    "error.too_large": (
        "파일이 너무 큽니다. 나누어서 놓으세요.",
        "The file is too large. Split it and drop the parts.",
    ),
    "error.name_taken": (
        "같은 이름의 다른 문서가 있습니다. 바꿀지 둘 다 둘지 고르세요.",
        "Another document has this name. Choose: replace it or keep both.",
    ),
    "error.cancelled": ("취소했습니다. 남은 것은 없습니다.", "Cancelled; nothing was kept."),
    "error.document_missing": ("이 문서는 더 이상 없습니다.", "This document is no longer there."),
    "error.disk_full": (
        "디스크에 자리가 없습니다. 공간을 비운 뒤 다시 놓으세요. 바뀐 것은 없습니다.",
        "The disk is full. Free some space and drop the file again; nothing was changed.",
    ),
    "error.folder_unusable": (
        "데이터 폴더를 읽거나 쓸 수 없습니다. 폴더의 권한을 확인하거나 GUIDEPOST_HOME으로 다른 "
        "폴더를 지정하세요.",
        "The data folder cannot be read or written. Check its permissions, or point GUIDEPOST_HOME "
        "to another folder.",
    ),
    "error.newer_database": (
        "더 새로운 버전에서 만든 보관함입니다. Guidepost를 새 버전으로 올리세요.",
        "The library was made by a newer version. Update Guidepost.",
    ),
    "error.damaged_database": (
        "보관함의 일부를 읽을 수 없습니다. 백업에서 데이터 폴더를 되돌리거나 다른 폴더로 "
        "시작하세요.",
        "Part of the library cannot be read. Restore the data folder from a backup, or start with "
        "another folder.",
    ),
    "error.library_busy": (
        "다른 프로그램이 보관함에 쓰고 있습니다. 잠시 뒤 다시 시도하세요.",
        "Another process is writing to the library. Try again in a moment.",
    ),
    "error.embedder_missing": (
        "의미 검색 모델이 없어 단어 검색만 됩니다.",
        "The search model is missing; only words can be searched.",
    ),
    "error.embedder_changed": (
        "의미 검색 모델이 바뀌어 단어로만 찾습니다. python -m agent reindex로 다시 색인하세요.",
        "The search model has changed; only words are searched until python -m agent reindex "
        "has run.",
    ),
}
