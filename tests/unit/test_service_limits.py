"""Limits that rule a service out for a step, and those that do not."""

from __future__ import annotations

import pytest

from agent.service_limits import ruled_out


@pytest.mark.parametrize(
    ("limits", "step", "request_", "language"),
    [
        ("Korean only", "Write advertising copy", "", "en"),
        ("한국어만 된다", "영어로 광고 문구 쓰기", "", "ko"),
        ("English only", "Write the letter in Korean", "", "en"),
        ("30 seconds at most", "Make a two-minute advert", "", "en"),
        ("30초를 넘지 못한다", "광고 만들기", "1분짜리 광고를 만들어 줘", "ko"),
        ("not made for videos under one minute", "Write a 40-second script", "", "en"),
        ("1분 이하의 짧은 영상에는 맞지 않는다", "1분 쇼츠 대본 쓰기", "", "ko"),
        ("3분이 넘는 대본은 쓰지 못한다", "15분 길이의 대본 쓰기", "", "ko"),
        ("cannot write scripts over three minutes", "Write the script", "A 10 minute film", "en"),
        ("no video export; no sound", "Export the video", "", "en"),
        ("does not edit the video itself", "Edit the video", "A finished video", "en"),
        ("no news or market data", "Collect market data", "", "en"),
        ("영상 자체는 편집하지 않는다", "영상 편집하기", "", "ko"),
        ("자막 기능이 없다", "영상에 자막 달기", "", "ko"),
        ("가사가 있는 노래는 못 만든다", "가사가 있는 노래 만들기", "", "ko"),
        ("광고나 설명 영상에는 과하다", "세로 광고 만들기", "", "ko"),
        ("최대 60초", "10분짜리 영상 만들기", "", "ko"),
        ("영상은 3분 이내", "10분짜리 영상 만들기", "", "ko"),
        ("max 60 seconds", "Make a 10-minute film", "", "en"),
        ("limited to 60 seconds", "Make a 10-minute film", "", "en"),
        ("files over 30 minutes are not supported", "Dub a film of 45 minutes", "", "en"),
        ("10분 이상은 지원하지 않는다", "15분짜리 영상 만들기", "", "ko"),
        ("영어 전용", "광고 문구 쓰기", "", "ko"),
        ("한국어 미지원", "광고 문구 쓰기", "", "ko"),
        ("한국어는 지원하지 않는다", "광고 문구 쓰기", "", "ko"),
        ("does not support Korean", "Write the letter in Korean", "", "en"),
        ("Korean is not supported", "광고 문구 쓰기", "", "ko"),
        ("Only available in English", "광고 문구 쓰기", "", "ko"),
        ("only supports English", "광고 문구 쓰기", "", "ko"),
        ("업로드는 지원하지 않음", "영상 업로드하기", "", "ko"),
        ("편집은 못 한다", "영상 편집하기", "", "ko"),
        ("편집은 제공하지 않는다", "영상 편집", "", "ko"),
    ],
)
def test_limit_that_contradicts_the_step_rules_the_service_out(limits, step, request_, language):
    assert ruled_out(limits, step, request_, language)


@pytest.mark.parametrize(
    ("limits", "step", "request_", "language"),
    [
        ("", "Write the script", "", "en"),
        ("Korean only", "Translate the letter into Korean", "", "en"),
        ("한국어만 된다", "광고 문구 쓰기", "", "ko"),
        ("30 seconds at most", "Make a 15-second advert", "", "en"),
        ("30초를 넘지 못한다", "3시간 방송을 30초 쇼츠로 자르기", "", "ko"),
        ("not made for videos under one minute", "Write the script", "A two-minute film", "en"),
        ("videos over 30 minutes must be split", "Dub a film of 90 minutes", "", "en"),
        ("no songs with lyrics", "Make background music for the song contest", "", "en"),
        ("no subtitles", "Make a film without subtitles", "", "en"),
        ("자막 기능이 없다", "자막 없이 영상 만들기", "", "ko"),
        ("뉴스와 시장 자료는 없다", "뉴스레터 쓰기", "", "ko"),
        ("긴 문서는 못 한다", "문서 번역하기", "", "ko"),
        ("takes time to learn", "Learn to write music in time", "", "en"),
        ("값이 비싸다", "값이 비싸지 않은 도구 찾기", "", "ko"),
        ("무료 버전은 월 60분까지", "90분짜리 강의 녹음 받아 적기", "", "ko"),
        ("하루 10분까지 무료", "30분짜리 영상 만들기", "", "ko"),
        ("free plan up to 5 minutes a day", "Make a 10-minute film", "", "en"),
        ("processing takes up to 5 minutes", "Make a 10-minute film", "", "en"),
        ("1분 이내의 영상에는 맞지 않는다", "3분 영상 만들기", "", "ko"),
        ("does not support Korean", "Write the letter", "", "en"),
        ("영어 전용", "영어 광고 문구 쓰기", "", "ko"),
        ("Korean is not supported", "Write the letter", "", "en"),
        ("Only available in English", "Write the letter", "", "en"),
        ("업로드는 지원하지 않음", "영상 편집하기", "", "ko"),
        ("편집은 못 한다", "편집자 구하기", "", "ko"),
    ],
)
def test_limit_that_says_nothing_of_the_step_does_not(limits, step, request_, language):
    assert not ruled_out(limits, step, request_, language)
