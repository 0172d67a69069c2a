"""Formulas of a model's prose as plain text: a page or a file shows no LaTeX."""

from __future__ import annotations

import re

_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_BRACES = re.compile(r"\\(?:text|mathrm|mathbf|boxed)\{([^{}]*)\}")
_SIGNS = {
    "times": "×", "cdot": "·", "div": "÷", "approx": "≈", "leq": "≤", "geq": "≥", "le": "≤",
    "ge": "≥", "neq": "≠", "pm": "±", "quad": " ",
}  # fmt: skip
_SIGN = re.compile(r"\\(" + "|".join(sorted(_SIGNS, key=len, reverse=True)) + r")(?![a-zA-Z])")
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_AROUND = re.compile(r"\\[\[\]()]|\\[,;!](?=\s|\d)")


def without_latex(text: str) -> str:
    """Return prose with its formulas as plain text, code left as it is."""
    if "\\" not in text:
        return text
    pieces = _CODE.split(text)
    return "".join(p if n % 2 else _plain_formulas(p) for n, p in enumerate(pieces))


def _plain_formulas(text: str) -> str:
    plain = _BRACES.sub(r"\1", _FRACTION.sub(r"\1/\2", text))
    plain = _SIGN.sub(lambda m: _SIGNS[m[1]], plain)
    return re.sub(r"\\([%$#&_])", r"\1", _AROUND.sub("", plain))
