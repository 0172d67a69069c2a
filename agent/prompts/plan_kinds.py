"""The kinds of task there are curated steps for, and how a model is told of them."""

from __future__ import annotations

from agent.prompts.plan_acts import ACTS

KINDS: dict[str, str] = {
    "short_video": "one short vertical video (short, reel)",
    "long_video": "a longer, explainer or training video",
    "clips": "cutting existing recordings into clips",
    "podcast": "a podcast",
    "audiobook": "an audiobook or narrated story",
    "newsletter": "an e-mail newsletter",
    "blog": "a blog",
    "ebook": "a written book or e-book",
    "photo_book": "a printed photo book",
    "presentation": "slides, a talk, a thesis defence, a pitch",
    "poster": "a poster or leaflet",
    "brand": "logo, jingle, brand, advert",
    "promotion": "marketing, social media promotion",
    "launch": "launching a product or menu",
    "website": "a website or portfolio",
    "translation": "translating texts, menus, sites",
    "contract_review": "checking my contract against a standard one, a request for changes",
    "contract_comparison": "comparing several contracts, a position on them",
    "comparison": "comparing offers, quotes or products",
    "report": "a report on a subject",
    "academic_paper": "an academic paper, literature review",
    "survey": "a survey and its analysis",
    "automation": "automating repeated office work, collecting data regularly",
    "support": "customer support, common questions",
    "event": "an event: wedding, party, seminar, sale, hackathon",
    "trip": "a journey",
    "application": "applying for a job or school",
    "learning": "learning a subject, a study plan",
    "guide_document": "a guide, manual or onboarding document",
    "music": "a song or music",
    "illustration": "a comic, webtoon or illustrations",
    "app": "an app or program",
    "meeting": "a meeting and its minutes",
    "budget": "a budget of income and costs",
    "shop": "opening a shop, selling goods",
    "club": "starting a club, group or volunteer work",
    "move": "moving house or office",
    "course": "making and giving a course or class",
    "channel": "starting a video or social media channel",
    "training": "training staff or a team",
    "hiring": "hiring staff",
    "proposal": "a proposal, business plan, grant or tender",
    "renovation": "renovating or furnishing rooms",
    "fundraising": "raising money",
    "exhibition": "an exhibition or show of works",
    "performance": "a concert, play or performance",
    "analysis": "analysing figures: sales, spending, data",
    "paperwork": "registering, applying for a permit, filing taxes",
    "health": "exercise, diet or health plan",
    "growing": "gardening, farming or keeping animals",
    "archive": "sorting or digitising files, papers, photos",
    "letter": "a letter, speech or important e-mail",
    "story": "a novel, essay or script",
    "game": "a game",
    "handover": "handing over work",
    "adoption": "bringing in a new system or tool",
    "improvement": "improving a process or place of work",
    "product": "developing a product or dish",
    "inspection": "preparing an audit, inspection or certificate",
    **ACTS,
    "other": "anything else",
}

_SEVERAL = r".{0,14}(?:두|세|네|다섯|여러|\d) ?(?:개|건|부|장|곳)"
WORDS: dict[str, str] = {
    "short_video": r"쇼츠|숏폼|릴스|짧은 영상|(?:\d+ ?초|[1-3한두] ?분)(?:짜리)? (?:[가-힣]+ )?동?영상"
    r"|youtube short|\breels?\b|\d+[- ]second (?:\w+ )?video",
    "clips": r"잘라|클립|into .{0,12}(shorts|clips)",
    "long_video": r"다큐|(?:설명|교육|소개|홍보|사용법) 영상|동영상|영상을 (?:만들|제작|찍)"
    r"|explainer|(?:training|promo\w*) video|video tutorial",
    "podcast": r"팟캐스트|podcast",
    "audiobook": r"오디오북|audiobook",
    "newsletter": r"뉴스레터|소식지|newsletter",
    "blog": r"블로그|\bblog\b",
    "ebook": r"전자책|동화책|출간|e-?book",
    "photo_book": r"사진책|포토북|앨범|photo ?book|printed book",
    "presentation": r"발표|슬라이드|피치|설명회|설명하는 (?:자리|시간)|소개 자료|presentation|slides|pitch|defence",
    "poster": r"포스터|전단|poster|leaflet|flyer",
    "brand": r"로고|브랜드|징글|logo|brand|jingle",
    "promotion": r"홍보|마케팅|광고|marketing|promot|campaign",
    "launch": r"출시|런칭|launch",
    "website": r"홈페이지|웹사이트|포트폴리오|website|portfolio",
    "translation": r"번역|translat",
    "contract_review": rf"계약서(?!{_SEVERAL}|들)|계약(?!서|{_SEVERAL}).{{0,16}}(?:검토|확인|비교|조건|조항|특약)"
    r"|contract(?!s\b)",
    "contract_comparison": rf"계약{_SEVERAL}|계약서들"
    r"|(?<![가-힣])(?:두|세|네|여러) (?:\S+ )?계약|contracts\b",
    "comparison": r"견적|비교(?!적)|compare|quotes",
    "report": r"보고서|조사해(?!서)|report\b",
    "academic_paper": r"논문(?!.{0,10}(발표|심사|방어))|선행 연구|literature|\bpaper\b",
    "survey": r"설문|survey|questionnaire",
    "automation": r"자동화|자동으로|매주|매일|automat|every week",
    "support": r"고객 응대|문의|상담|customer support|help ?desk",
    "event": r"행사|결혼식|세미나|잔치|제사|기념일|생일|환갑|칠순|파티|바자회|축제|워크숍|해커톤|wedding|event|bake sale|hackathon|workshop|party",
    "trip": r"여행 (계획|일정|준비)|여행을|캠핑(?!카)|견학|소풍|나들이|답사|출장 준비|trip|travel plan|journey",
    "application": r"이력서|자기소개서|면접(?!교섭)|지원서|resume|\bcv\b|interview prep",
    "learning": r"공부|학습 계획|배우|study plan|learn ",
    "guide_document": r"안내서|매뉴얼|온보딩|설명서|manual|onboarding|handbook",
    "music": r"노래|작곡|음악을|song|compose",
    "illustration": r"웹툰|만화|삽화|comic|webtoon|illustrat",
    "app": r"앱을|앱 |프로그램을|\bapp\b|software",
    "meeting": r"회의(?!적)|meeting|minutes",
    "budget": r"가계부|예산표|예산을 짜|budget plan|household budget",
    "shop": r"창업|개업|쇼핑몰|스마트스토어|(?:온라인|인터넷)(?:으로|에서)? (?:팔|판매)|판매를 시작"
    r"|(?:가게|카페|서점|식당|매장|공방|학원)(?:을|를) (?:새로 )?(?:열|차리|내)|online (?:shop|store)|\bsell(?:ing)?\b",
    "club": r"(?:모임|동호회|동아리|커뮤니티|소모임)(?:을|를) ?(?:새로 |처음 )?(?:만들|시작|꾸리|열)|동호회|동아리"
    r"|스터디|봉사 ?활동|\bclub\b|community group|volunteer",
    "move": r"이사(?:를|할|하)|이사 (?:가|계획|준비)|(?:사무실|사무소|매장|가게|회사|본사|집)(?:을|를)? ?(?:새 \S+ )?(?:이전|옮)"
    r"|\bmov(?:e|ing) (?:our|my|the|house|home|offices?|to)\b|relocat",
    "course": r"강의를|강좌|온라인 강의|가르치|클래스를|수업을 (?:만들|열|준비)|특강"
    r"|\bcourse\b|\blessons?\b|\bclass(?:es)?\b",
    "channel": r"채널을|(?:유튜브|틱톡) 채널|(?:인스타(?:그램)?|틱톡) 계정|유튜브를 시작"
    r"|\bchannel\b|(?:instagram|tiktok) account",
    "training": r"(?:직원|사내|신입|안전|보안|팀)(?:\S*)? ?(?:교육|연수)|교육 ?(?:프로그램|과정|계획|일정)|연수"
    r"|training (?:program\w*|plan|day|session)|(?:staff|team) training|train (?:my|our|the) ",
    "hiring": r"채용|구인|(?:직원|사원|사람|알바|아르바이트|인턴)\S*(?: \S+){0,2} (?:뽑|구하|모집)"
    r"|\S[자사원생장수][를을] (?:\S+ )?뽑"
    r"|\bhir(?:e|ing)\b|recruit",
    "proposal": r"사업 ?계획서|제안서|기획서|지원 ?사업|공모전|입찰|보조금"
    r"|proposal|\bgrants?\b|business plan|\btender\b",
    "renovation": r"인테리어|리모델링|(?:집|방|부엌|욕실|매장|가게|사무실)(?:을|를)? ?(?:\S+ )?(?:고치|수리|꾸미)"
    r"|renovat|redecorat|interior",
    "fundraising": r"펀딩|모금|후원(?:금|을|회)|기부(?!터)"
    r"|fund-?rais|crowdfund|donation",
    "exhibition": r"전시"
    r"|exhibition|art show",
    "performance": r"공연|연극|연주회|음악회|합창|뮤지컬|콘서트"
    r"|concert|recital|theatre|stage play",
    "analysis": r"(?:매출|지출|판매|매입|비용|고객|실적|데이터|설비).{0,12}(?:분석|정리해|정리하)|데이터를|통계"
    r"|data analysis|analy[sz]e (?:our|my|the)|(?:sales|spending) figures",
    "paperwork": r"(?:사업자|상표|전입|영업|출생) ?(?:등록|신고|출원)|특허|인허가|허가를|세금|연말정산|종합소득세|부가세|비자"
    r"|폐업|휴직|휴학|보증금|환급|해지|갱신|통관|면허|민원|실업 ?급여"
    r"|register (?:a|my|our)|\bpermits?\b|\bvisa\b|tax return",
    "health": r"운동|다이어트|식단|체중|마라톤|달리기|재활|금연|건강 ?관리"
    r"|fitness|\bdiet\b|workout|meal plan|marathon",
    "growing": r"텃밭|정원|농사|주말 ?농장|양봉|농장|기르|길러|키우|키워|재배"
    r"|\bgarden|vegetable|\bbees?\b|beekeep|\bfarm",
    "archive": r"(?:문서|서류|파일|자료실|사진|영수증|기록)(?:을|를|들을)? ?(?:\S+ )?(?:정리|분류|스캔|디지털)|아카이브"
    r"|digiti[sz]|archiv|organi[sz]e (?:my|our|the|all) (?:\w+ )?(?:files|documents|papers|photos)",
    "letter": r"편지|공문|(?:이메일|메일)(?:을|로)? ?(?:쓰|써|작성)|축사|연설문|사과문|초대장"
    r"|\bletters?\b|\bspeech\b|e-?mail to",
    "story": r"소설|시나리오|수필|에세이|희곡|자서전|회고록"
    r"|\bnovel\b|short story|screenplay|\bessay\b|memoir",
    "game": r"(?:보드|컴퓨터|모바일|카드|교육용?) ?게임|게임을"
    r"|\b(?:board|video|card|mobile) game|\bgame\b",
    "handover": r"인수 ?인계|후임|(?:업무를|(?<![가-힣])일을) 넘"
    r"|hand-?over|hand over",
    "adoption": r"(?:시스템|서버|프로그램|소프트웨어|솔루션|전산)(?:을|를)? ?(?:\S+ )?(?:도입|교체|전환|바꾸|옮기)|도입하"
    r"|roll ?out|migrat|\badopt\b|introduce a new",
    "improvement": r"(?:업무|절차|과정|서비스|환경|재고|운영)\S* ?(?:\S+ )?(?:개선|줄이|효율)|개선하"
    r"|improve (?:our|the|my)|process improvement|streamline",
    "product": r"신제품|신메뉴|(?:제품|메뉴|상품)(?:을|를)? ?(?:\S+ )?개발|시제품"
    r"|prototype|new (?:product|menu|dish)|develop a product",
    "inspection": r"(?:안전|위생|소방|시설|보안) ?점검|감사(?:를|에)? ?(?:준비|대비|받)|인증(?:을|서| 심사)"
    r"|\baudit\b|inspection|certificat",
}

NAMED_ONLY = (
    "short_video", "long_video", "clips", "podcast", "audiobook", "newsletter", "blog", "ebook",
    "photo_book", "poster", "brand", "website", "contract_review", "contract_comparison",
    "academic_paper", "music", "illustration", "app", "game", "channel", "application", "meeting",
)  # fmt: skip
"""Kinds that nobody asks for without a word that names them: never what a model takes a task for."""
