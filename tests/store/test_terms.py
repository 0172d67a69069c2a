from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from store.glossary import concepts, stem
from store.terms import article_numbers, language_of, terms, words_column


def test_terms_word_with_particle_shares_pairs_with_plain_word():
    assert "해고" in terms("해고를 할 때에는")
    assert "해고" in terms("부당해고금지")


def test_terms_code_is_kept_whole_beside_its_parts():
    found = terms("See REQ-1042 for details")
    assert "req1042" in found
    assert "1042" in found


def test_terms_article_number_is_the_same_in_both_languages():
    assert "art7" in terms("제7조에 따라")
    assert "art7" in terms("under Article 7")
    assert "art7x2" in terms("제 7 조의 2")


def test_article_numbers_of_question_are_normalised():
    assert article_numbers("제7조의2와 제10조, Section 3.2") == ["7-2", "10", "3.2"]


def test_terms_nfd_text_gives_the_terms_of_nfc():
    text = "연차휴가 규정"
    assert terms(unicodedata.normalize("NFD", text)) == terms(text)


def test_concepts_korean_and_english_words_meet():
    assert set(concepts("보증금은 얼마")) & set(concepts("the security deposit"))
    assert set(concepts("재택근무")) & set(concepts("may i work from home"))


def test_concepts_compound_is_matched_from_the_left_without_overlap():
    # 출장비 holds 출장 (travel), not 장비 (equipment)
    assert not set(concepts("출장비")) & set(concepts("equipment"))
    assert set(concepts("출장비")) & set(concepts("business trip"))


def test_concepts_repeated_form_is_given_each_time():
    assert len(concepts("휴가 휴가")) == 2 * len(concepts("휴가"))


def test_stem_plural_and_tense_meet_the_base():
    assert stem("policies") == stem("policy")
    assert stem("expenses") == stem("expense")


def test_language_of_mixed_text_is_korean_from_a_fifth_of_hangul():
    assert language_of("API 호출 제한 (rate limit)") == "ko"
    assert language_of("The 서울 office of the company is open") == "en"
    assert language_of("") == "en"


@given(st.text(max_size=300))
def test_words_column_any_text_gives_terms_without_blanks(text: str):
    column = words_column(text)
    assert column.split() == terms(text)
