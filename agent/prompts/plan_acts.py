"""What is done, where nothing names what is made: the widest kinds of task and their words.

A request that no word of :data:`agent.prompts.plan_kinds.WORDS` names is of the kind that these
words name, most of them verbs.
"""

from __future__ import annotations

ACTS: dict[str, str] = {
    "schedule": "a rota, a timetable, sharing out places or turns",
    "rules": "writing or changing rules, a policy, targets",
    "persuasion": "talking somebody into something, settling a quarrel",
    "purchase": "choosing and buying a thing",
    "repair": "mending a thing that is broken",
    "craft": "making or building a thing by hand",
    "beginning": "doing something for the first time, a hobby",
    "care": "looking after a person or an animal",
}

_HOW = r"(?:새로|직접|처음|처음부터|함께|손수|다시|같이|모두|다|잘|\S+[게히]) "
_WRITTEN = (
    r"(?!\S*(?:자료|문서|계획|일정|글|표|목록|명단|문구|절차|순서|양식|방법|방식|방안|대책|제도|규칙|기준|장부|안내|약속|도안|이야기)"
    r"(?:[을를도만]|까지|부터|이랑|으로|로)? )"
)
ACT_WORDS: dict[str, str] = {
    "schedule": r"근무표|당번|대진표|시간표|교대|순번|배정|요일별로|\brotas?\b|\btimetables?\b|\bshifts?\b",
    "rules": r"규정|규칙|방침|지침|내규|강령|정관|조례|약관"
    r"|(?:제도|기준|목표|지표)[을를] (?:\S+ )?(?:정하|세우|만[들드]|고치|고쳐|바꾸|바꿔|짜|마련)"
    r"|\brules?\b|\bpolic(?:y|ies)\b|guidelines?\b|\bcharter\b",
    "persuasion": r"협상|설득|건의|항의|갈등|화해|소음|이야기하(?:고|려)|말씀드리|부탁하|선거"
    r"|동의를 (?:받|얻)|의견을 (?:모|전)|negotiat|persua|complain|\bconvince\b",
    "purchase": r"사려고|사고 싶|사야|구입|구매|장만|마련하(?:고|려)|\bbuy(?:ing)?\b|purchas",
    "repair": r"고치|고쳐|고칠|수리|수선|손보|손봐|복원|살려 ?[쓰쓸]|망가|고장|깨진"
    r"|\brepair|\bfix(?:ing)?\b|\bmend|\brestor",
    "craft": rf"(?<!\S)(?!{_HOW}){_WRITTEN}\S+ (?:{_HOW})?만[들드]|담그(?:고|려|기)|담가|꿰매|뜨개질|짓(?:고|기|는)|지어 ?[주줘보]"
    r"|[을를] (?:\S+ )?그(?:리[고려기]|려)|심(?:고|어|으)|[을를] 파[고서]|조립"
    r"|(?<!계획을 )(?<!일정을 )(?<!대책을 )세우(?:고|려)|설치|굽[고기]|구워|빚[고어]|찍(?:고|어|으)"
    r"|\bbuild(?:ing)?\b|\bsew|\bknit|\bassembl|\binstall",
    "beginning": r"처음 (?:해|하|배)|처음으로|처음이|해 ?보려|시작하(?:고|려)|부업|입문|취미|투자"
    r"|for the first time|beginner|\bhobby",
    "care": r"돌보|돌봐|적응|합사|간병|간호(?!사)|보살피|보살펴|\bcar(?:e|ing) for\b|look(?:ing)? after|\bsettle in",
    "improvement": r"원인|대책|바로잡|불만|방지|예방|문제를 (?:풀|해결)|\bsolve|\bcauses?\b",
    "paperwork": r"신청(?!했|한)|접수|지정받|상속|소송|이의 ?제기|\bapply for\b|\bclaim\b",
    "promotion": r"[을를] (?:\S+ )?알리(?:고 싶|려|기)",
    "report": r"추려|간추|뽑아(?! ?야|요)|요약|보고할|(?<!발)견[주줘]",
    "course": r"교실|수업안|교재",
    "budget": r"이자|갚|빚|저축|적금|\bloans?\b|\bdebts?\b|\bsavings?\b",
    "analysis": r"미수금|원가|정산|매출|재고|장부|발주|병목|폐기|\breceivables\b|\bstock-?taking\b",
}
"""What names a kind where no word of its own does; the kinds beyond ``ACTS`` have such words too."""

ACTS_KO: dict[str, str] = {
    "schedule": """
        {t}사람과 조건 모으기 | 사람, 시간, 지켜야 할 것의 목록
        나눌 기준 정하기 | 공평하게 나누는 규칙과 예외
        {t}표 초안 짜기 | 날짜와 사람이 들어간 표
        겹치고 빠진 곳 고치기 | 규칙에 맞게 고친 표
        알리고 바꾸는 방법 정하기 | 알리는 글과 서로 바꿀 때의 차례""",
    "rules": """
        {t}지금 내용과 문제 살펴보기 | 새로 정하거나 바꿀 것의 목록
        따라야 할 법과 기준 찾기 | 항목마다 적은 근거
        {t}초안 쓰기 | 항목을 모두 갖춘 글
        의견 받아 고치기 | 받은 의견과 고친 곳
        확정하고 알리기 | 시행일과 알리는 글""",
    "persuasion": """
        {t}상대와 바라는 것 정하기 | 누구에게 무엇을 바라는지 적은 한 장
        사실과 근거 모으기 | 날짜와 사실이 적힌 기록
        상대의 처지와 대답 생각하기 | 예상되는 말과 그에 대한 대답
        할 말 쓰기 | 차분하게 전할 말이나 글
        이야기하고 약속 적기 | 정해진 것과 다음에 할 일""",
    "purchase": """
        {t}쓸 곳과 조건 정하기 | 꼭 필요한 것과 예산
        {t}후보 찾기 | 조건에 맞는 후보의 목록
        가격과 조건 비교하기 | 항목별로 견준 표
        정하고 주문하기 | 고른 것과 까닭, 주문할 곳
        받아서 확인하기 | 확인할 것과 반품 조건""",
    "repair": """
        {t}증상과 상태 살펴보기 | 언제 어떻게 잘못되는지 적은 목록
        {t}원인 찾기 | 가능성이 높은 차례로 적은 원인과 확인 방법
        부품과 도구 준비하기 | 필요한 것과 살 곳, 값
        {t}고치기 | 차례대로 적은 방법과 조심할 점
        시험하고 다음 점검 정하기 | 확인할 것과 맡겨야 할 때의 기준""",
    "craft": """
        {t}바라는 모습 정하기 | 쓰임, 크기, 들어갈 것을 적은 한 장
        재료와 도구 준비하기 | 필요한 양과 살 곳, 값의 목록
        {t}만드는 순서 정하기 | 차례대로 적은 방법과 걸리는 시간
        {t}만들기 | 그대로 따라 할 수 있게 적은 작업 안내
        살펴보고 마무리하기 | 고칠 곳과 오래 쓰는 방법""",
    "beginning": """
        {t}목표와 조건 확인하기 | 바라는 것, 시간, 돈, 조심할 점
        기본 익히기 | 꼭 알아야 할 말과 방법
        준비물과 비용 정하기 | 필요한 것과 값의 목록
        {t}첫 시도 하기 | 차례대로 적은 할 일과 날짜
        돌아보고 고칠 점 적기 | 잘된 것과 다음에 바꿀 것""",
    "care": """
        {t}상태와 필요한 것 살펴보기 | 지금 상태와 도울 것의 목록
        자리와 물건 준비하기 | 필요한 것과 값의 목록
        하루와 주별 계획 짜기 | 시간대별로 할 일의 표
        {t}돌보며 기록하기 | 날마다 적을 항목
        어려울 때의 방법 정하기 | 살필 신호와 연락할 곳""",
}

ACTS_EN: dict[str, str] = {
    "schedule": """
        Collect people and conditions | Who, when and what must be kept
        Set how to share out | Fair rules and their exceptions
        Draft the {t}table | A table of dates and people
        Mend clashes and gaps | A table that keeps the rules
        Announce it and set how to swap | The announcement and the way to change""",
    "rules": """
        Look at the present {t}rules and their problems | A list of what to set or change
        Find the laws and standards to follow | The ground of each item
        Draft the {t}rules | A text with all items
        Collect opinions and mend | Opinions and what was changed
        Settle and announce | The day it begins and the announcement""",
    "persuasion": """
        Set whom to talk to and what to ask for | One page on the {t}aim
        Collect facts and reasons | A record with dates
        Think of the other side | What they may say and the replies
        Write what to say | A calm speech or letter
        Talk and note what was agreed | What is settled and what comes next""",
    "purchase": """
        Set use and terms of the {t}purchase | What is needed and the budget
        Find candidates | A list that meets the terms
        Compare prices and terms | A table by item
        Decide and order | The choice, its reason and the seller
        Receive and check | What to check and the terms of return""",
    "repair": """
        Look at the state of the {t}thing | When and how it fails
        Find the cause | Causes by likelihood and how to check each
        Prepare parts and tools | What is needed, where and for how much
        Do the {t}repair | The way in order, and what to beware of
        Try it and set the next check | What to watch, when to hand it to a shop""",
    "craft": """
        Set what the {t}work should be like | Use, size and contents on one page
        Prepare material and tools | Amounts, sellers and prices
        Set the order of work | The way in order, with times
        Make it | Instructions that can be followed
        Look it over and finish | What to mend and how to keep it""",
    "beginning": """
        Set aim and terms of the {t}start | Wishes, time, money and risks
        Learn the basics | Words and ways to know
        Set what is needed and its cost | A list with prices
        Make the first attempt | Tasks in order, with dates
        Look back | What went well and what to change""",
    "care": """
        Look at the state and needs | What is needed for the {t}care
        Prepare the place and the things | A list with prices
        Plan the days and weeks | A table of tasks by time
        Care and keep a record | What to note every day
        Set what to do in trouble | Signs to watch and whom to call""",
}
