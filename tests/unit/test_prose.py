"""A small model's prose, put right."""

import pytest

from agent.formulas import without_latex
from agent.prompts.step import all_headings, headings
from agent.prose import (
    copies,
    is_thin,
    readable,
    repeats,
    says_again,
    stutters,
    without_echo,
    without_markdown,
    without_names,
    without_repeats,
)
from agent.prose_length import beginning, fences_closed, finished, is_broken_off, shortened


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"\[ 87 \times 12 = 1{,}044 \]", " 87 × 12 = 1{,}044 "),
        (r"It is \( \frac{3}{4} \cdot 8 = 6 \).", "It is  3/4 · 8 = 6 ."),
        (r"\boxed{15\%} of \$240", "15% of $240"),
        ("No formula at all.", "No formula at all."),
        (r"In a regex `\(` is a bracket and ```\d\times``` stays.",
         r"In a regex `\(` is a bracket and ```\d\times``` stays."),
        (r"C:\temp and \d stay.", r"C:\temp and \d stay."),
    ],
)  # fmt: skip
def test_without_latex_gives_plain_text_and_leaves_code_alone(text, plain):
    assert without_latex(text) == plain


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("목표: 참고할 자료의 목록\n\n결과물:", ""),
        ("**필요한 자료 찾기**\n목표: 참고할 자료의 목록\n결과물: ", ""),
        ("- 필요한 자료 찾기 목표: 참고할 자료의 목록\n결과물:", ""),
        ("결과물: 제품 사진 다섯 장과 사양표", "결과물: 제품 사진 다섯 장과 사양표"),
        ("### 필요한 자료 찾기\n\n- 제품 사양표\n결과물:", "- 제품 사양표"),
        (
            "- 제품 사양표\n- 필요한 자료 찾기를 마친다",
            "- 제품 사양표\n- 필요한 자료 찾기를 마친다",
        ),
    ],
)
def test_without_names_leaves_out_lines_that_only_say_what_was_asked(text, left):
    asked = ["필요한 자료 찾기", "참고할 자료의 목록"]
    assert without_names(text, asked, all_headings("ko")) == left


def test_repeats_sees_a_prompt_that_is_listed_again_and_no_text_of_its_own():
    given = [
        "꽃집 소식지를 처음 시작하려고 해. 기획부터 첫 발송까지 계획해줘",
        "발송하고 반응 살피기", "다음 호에 고칠 점",
    ]  # fmt: skip
    told = (
        "1. 꽃집 소식지를 처음 시작하려고 해.\n2. 기획부터 첫 발송까지 계획해줘.\n"
        "3. 발송하고 반응 살피기.\n4. 다음 호에 고칠 점.\n5. 결과물:"
    )
    assert repeats(told, given)
    own = "1. 다음 호에 고칠 점\n   - 열어 본 비율이 낮은 글은 제목을 바꾼다.\n   - 요일을 옮긴다."
    assert not repeats(own, given)


@pytest.mark.parametrize(
    ("text", "asked", "again"),
    [
        ("1. 요리 교실 알리는 소식지를 처음 내고 싶어.",
         ["요리 교실을 알리는 소식지를 처음 내고 싶어. 도와줘", "글 쓰기"], True),
        ("Record the podcast segments.", ["Launch a podcast.", "Record the podcast"], True),
        ("합계는 42,000원입니다.", ["꽃 세 다발의 합계를 알려줘", "합계 계산하기"], False),
        ("Morning Beans, with two guests", ["Launch a podcast.", "Name the podcast"], False),
        ("The report was finished.", ["Proofread “The report was finish.”", "Proofread"], False),
        ("The report was finished.", ["Proofread: The report was finish.", "Proofread"], False),
    ],
)  # fmt: skip
def test_repeats_takes_a_text_that_adds_hardly_a_word(text, asked, again):
    assert repeats(text, asked) is again


TOLD = ["목표 정하기: ### 첫 출장 계획 - 세 사람이 7월에 부산으로 가서 고객을 만나고 돌아온다."]


def test_without_echo_leaves_out_what_the_prompt_said():
    text = (
        "### 첫 출장 계획 - 세 사람이 7월에 부산으로 가서 고객을 만나고 돌아온다.\n"
        "자료: 규정 3쪽\n- 출발 2영업일 전까지 신청한다.\n이번 단계: 자료 찾기"
    )
    assert without_echo(text, TOLD, headings("ko")) == "- 출발 2영업일 전까지 신청한다."


def test_without_echo_keeps_a_text_that_is_nothing_else():
    text = "This step: find the material"
    assert without_echo(text, [], headings("en")) == text


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("Click on the", True),
        ("Select", True),
        ("To publish it: 1. Log in to the account. 2. Click", True),
        ("Outline the content, with the name of the shop, the guests and the pricing", True),
        ("Open ClipWhale.", False),
        ("Upload the recording to ClipWhale", False),
        ("Keep version 1.2", False),
        ("제목을", True),
        ("사진과 글을 올리고 주소를", True),
        ("제목, 설명 및", True),
        ("업로드하기", False),
        ("촬영할 곳: 산골 마을", False),
        ("태그를 추가합니다.", False),
        ("", False),
        ("  ", False),
    ],
)  # fmt: skip
def test_is_broken_off_tells_a_line_that_ends_too_early(line, broken):
    assert is_broken_off(line, 76) is broken


def test_is_thin_tells_a_result_from_the_mere_name_of_one():
    steps = ["Question 1: how old are you? " * 10, "Answers come in. " * 20]
    assert is_thin("Run a survey and show the results.", steps, "en")
    assert not is_thin("Question 1: how old are you? " * 8, steps, "en")
    assert not is_thin("Done: 42.", ["It is 42.", "It is 42."], "en")


def test_shortened_cuts_between_words():
    assert (
        shortened("Prepare a pitch deck for my flower shop", 30) == "Prepare a pitch deck for my…"
    )
    assert shortened("짧은 제목", 30) == "짧은 제목"


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("A plan.\n```\none", "A plan.\n```\none\n```"),
        ("~~~~ text\n```\none\n~~~\n", "~~~~ text\n```\none\n~~~\n~~~~"),
        ("```python\none\n```\nand on", "```python\none\n```\nand on"),
        ("No code, `one` word.", "No code, `one` word."),
        ("", ""),
    ],
)
def test_fences_closed_leaves_no_code_block_open(text, closed):
    assert fences_closed(text) == closed


def test_beginning_is_whole_sentences():
    text = "First warm the cup. Then greet the guest, and give the cup to the guest."
    assert beginning(text, 40) == "First warm the cup."
    assert beginning(text, 400) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The cup is warm. She smiles. Then she goes to", "The cup is warm. She smiles."),
        ("- Warm the cup\n- Greet the guest\n- Open the", "- Warm the cup\n- Greet the guest"),
        ("1. 잔을 데운다.\n\n#### 4. 텍스트 정", "1. 잔을 데운다."),
        ("잔을 데웁니다.\n\n- **설정**:\n- 구독자의 이", "잔을 데웁니다."),
        ("Nothing of this ends", "Nothing of this ends…"),
    ],
)  # fmt: skip
def test_finished_ends_a_cut_text_with_its_last_whole_sentence_or_line(text, kept):
    assert finished(text) == kept


def test_copies_tells_a_text_made_of_what_was_shown_from_one_of_its_own():
    shown = [
        "Write the script: The owner opens her cafe at dawn and warms the first cup for a guest."
    ]
    copy = "The owner opens her cafe at dawn and warms the first cup for a guest. Then she smiles."
    own = "Film the door, the counter and the oven, then cut the scenes to sixty seconds in all."
    assert copies(copy, shown)
    assert not copies(own, shown)
    assert not copies(copy, [])
    assert not copies("The owner opens her cafe.", shown)


def test_says_again_tells_the_request_from_a_text_with_its_words():
    request = "동네 카페를 알리는 1분짜리 유튜브 쇼츠를 만들고 싶어. 대본부터 업로드까지 도와줘"
    assert says_again(f"제가 {request}", request)
    title = "제목: 동네 카페를 알리는 1분짜리 유튜브 쇼츠\n태그: 카페, 동네, 쇼츠"
    assert not says_again(title, request)
    assert not says_again("I like to eat an apple.", "Correct this: I like to eat a apple.")


def test_without_repeats_leaves_out_lines_that_were_said_before():
    before = ["**Plan**\n\n- The owner opens the cafe at dawn.\n- Tea"]
    text = "1. The owner opens the cafe at dawn\n2. She smiles.\n- Tea"
    assert without_repeats(text, before) == "1. She smiles.\n- Tea"
    assert without_repeats("3. 2 owners open the cafe at dawn", before).startswith("3. 2 owners")
    assert without_repeats("* The owner opens the cafe at dawn.\n- Tea", before) == "- Tea"
    assert without_repeats("The owner opens the cafe at dawn.\n---", before) == ""


def test_readable_leaves_foreign_script_out_of_korean():
    assert readable("이메일 рассылка 보내기와 자연風光 사진", "ko") == "이메일 보내기와 자연 사진"
    assert readable("- **投資家**: 정보를 준다.", "ko") == "- 정보를 준다."
    menu = "비빔밥: ビビンバ (混ぜご飯)"
    assert readable(menu, "ko", "메뉴를 일본어로 번역해줘") == menu
    assert readable("The word рассылка means mailing.", "en") == "The word рассылка means mailing."


def test_readable_says_no_line_twice_however_numbered():
    text = "1. Show the counter and the oven.\n2. Show the counter and the oven.\n3. End."
    assert readable(text, "en") == "1. Show the counter and the oven.\n2. End."


def test_lists_have_no_gaps_where_lines_were_left_out():
    before = ["1. Open the file in the editor.\n2. Choose the track with the voice."]
    text = f"{before[0]}\n3. Add the text.\n\nThen:\n1. Save.\n2. Send it to them."
    kept = "1. Add the text.\n\nThen:\n1. Save.\n2. Send it to them."
    assert without_repeats(text, before) == without_echo(text, before, []) == kept
    assert without_repeats("3. As it was.", before) == "3. As it was."


def test_without_markdown_is_one_line_of_plain_words():
    text = "### 1. Place\n\n- **Name**: Blue *Wind*\n> run `make`\n2 - 1 = 1"
    assert without_markdown(text) == "1. Place Name: Blue Wind run make 2 - 1 = 1"


def test_stutters_tells_a_list_that_goes_round():
    dishes = ["파스타를", "케이크를", "차를"] * 5
    lines = [f"{n}. 카페에서 {dish} 즐기는 방법을 설명합니다." for n, dish in enumerate(dishes, 1)]
    assert stutters("\n".join(lines))
    assert readable("\n".join(lines), "ko").count("\n") == 2
    plan = "1. 문을 열고 첫 손님을 맞이합니다.\n2. 오븐에서 빵을 꺼냅니다.\n3. 가격표를 붙입니다."
    assert not stutters(plan)
    assert readable("월요일\n- 점심 식사\n화요일\n- 점심 식사", "ko").count("점심") == 2
