"""A small model's prose, put right."""

import pytest

from agent.prose import without_latex


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
