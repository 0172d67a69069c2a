"""The words that limit what something may cost, and those that tell a cost or an income instead."""

from __future__ import annotations

import re

from agent.money import AMOUNT

_BEFORE = (
    r"(?:\b(?:under|below|within|at most|up to|max(?:imum)?(?: of)?:?|(?:can|could) (?:only )?"
    r"(?:afford|spend|pay)"
    r"|(?:no|not|\w+n['’]t) (?:\w+ ){0,2}(?:more than|over|above|exceed(?:ing)?|past)"
    r"|less than|cheaper than|(?:capped|cap|limited|limit) (?:of|at|to|is))"
    r"|최대|많아야|(?:가진|쓸 수 있는|쓸) (?:돈|금액)[은이])\s*"
    r"(?:(?:about|around|a total of|총|약)\s*)?"
)
_OFTEN_BEFORE = r"(?:(?<!\d)(?<!\d )(?<!개)월|매달|매월|한 ?달에|\bmonthly)\s*"
_OFTEN = r"\s?(?:(?:\ba\b|\bper\b|\beach\b|\bevery\b|/)\s?(?:month|mo\b|year|yr\b)|monthly|yearly)"
_CAN = r"(?:쓸|쓰|사용할|낼|지출할) 수 (?:있|밖에)"
_AFTER = (
    r"\s?(?:이하|이내|미만|(?:[을를]\s)?넘(?:지|기지|으면 안|어서는 안|어선 안)|[을를]?\s?안 넘"
    r"|[을를]?\s?초과하(?:지|면 안)|이상은 안|내(?:에서|로)|안(?:에서|으로)|한도|선에서"
    rf"|까지(?:만|로|야|\s?(?:{_CAN}|가능|돼))|[을를은]?\s?(?:정도(?:는|만|까지)?\s)?{_CAN}"
    r"|[을를의]?\s?예산|or (?:less|under|below|cheaper)|at most|max(?:imum)?\b|tops\b|budget"
    r"|to spend\b|limit\b)"
)
LIMITED = re.compile(
    rf"(?P<before>{_BEFORE})?(?P<often_before>{_OFTEN_BEFORE})?{AMOUNT}"
    rf"(?P<often>{_OFTEN})?(?P<after>{_AFTER})?",
    re.IGNORECASE,
)
"""An amount with the words of a limit before or behind it, or only those of a payment by the month.

The groups of ``AMOUNT``, ``before`` and ``after`` for the former, ``often_before``, ``often``.
"""
OFTEN = re.compile(_OFTEN, re.IGNORECASE)
"""The words of a period behind an amount."""
PAID_OFTEN = re.compile(
    r"(?:매?월|매달|한 ?달에?|연간?|매?년|1년에?|monthly|yearly)\s*$", re.IGNORECASE
)
"""The words of a period that belong to the amount behind them."""
SAID_AROUND = re.compile(
    r"(?:\s*(?:(?:총|합계|모두|전체|다 합쳐서?|비용|요금|금액|지출|구독료|이용료"
    r"|costs?|fees?|spending|subscriptions?|bills?|expenses?|total|is|are|the|to|stays?|be)[은는이가을를의]?))*\s*$",
    re.IGNORECASE,
)
"""What may stand between a period and the limit that it is for."""
FOR_A_COST = re.compile(
    r"(?:[가-힣](?<![준소대])비|[가-힣](?<![무유자완종])료|[가-힣]세|값|요금|급여|월급|임금"
    r"|\b(?:rents?|fees?|subscription|salary|wages?|costs?|bills?"
    r"|(?<!can )(?<!could )(?<!to )(?:pay|spend)(?:s|ing)?))"
    r"[^.,\n]{0,12}$",
    re.IGNORECASE,
)
"""A cost that is told: an amount by the month behind it is no limit."""
NO_LIMIT_BEFORE = re.compile(
    r"(?:매출|수입|수익|소득|연봉|월급|급여|할인|상금|단가|\b(?:sales|revenue|income|earn\w*|salary|wages?"
    r"|discounts?|prizes?|worth|grants?|loans?|funding|scholarships?))[^.,\n]{0,12}$",
    re.IGNORECASE,
)
"""An income, a reduction or what something is sold for."""
NO_LIMIT_AFTER = re.compile(
    r"\s?(?:짜리|(?:까지|[을를])?\s?(?:넘게\s)?(?:벌|버는|번다|지원|대출|융자|환급|받)|할인|적립|off\b"
    r"|(?:이하|미만)[^.,\n]{0,8}\s(?:팔|파는|판매))",
    re.IGNORECASE,
)
