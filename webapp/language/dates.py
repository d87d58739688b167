"""Dates in words, in the formats of the Unicode CLDR. Babel has these too, but a browser has no Babel."""

from datetime import date

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
#: Monday first.
_WEEKDAYS = {
    "ja": [f"{day}曜日" for day in "月火水木金土日"],
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "zh": [f"星期{day}" for day in "一二三四五六日"],
    "ko": [f"{day}요일" for day in "월화수목금토일"],
}
_PATTERNS = {
    "ja": "{year}年{month}月{day}日{weekday}",
    "en": "{weekday}, {name} {day}, {year}",
    "zh": "{year}年{month}月{day}日{weekday}",
    "ko": "{year}년 {month}월 {day}일 {weekday}",
}
_SHORT = {
    "ja": "{year}年{month}月{day}日",
    "en": "{name} {day}, {year}",
    "zh": "{year}年{month}月{day}日",
    "ko": "{year}년 {month}월 {day}일",
}


def short_date(day: date, language: str) -> str:
    """A date in short: ``Nov 22, 2026``."""
    return _SHORT[language].format(year=day.year, month=day.month, day=day.day, name=_MONTHS[day.month - 1][:3])


def full_date(day: date, language: str) -> str:
    """A date in full: ``Sunday, November 22, 2026``."""
    return _PATTERNS[language].format(
        year=day.year,
        month=day.month,
        day=day.day,
        name=_MONTHS[day.month - 1],
        weekday=_WEEKDAYS[language][day.weekday()],
    )
