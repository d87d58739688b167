"""Limits that several rooms share."""

#: Seconds.
DAY = 24 * 60 * 60
YEAR = 365 * DAY
#: How many days after its last event a game is deleted, unless a setting says otherwise.
KEEP_DAYS = 90
#: The most events a game may have; a long evening's game has some two hundred.
MAX_EVENTS = 2000
#: The cookie with what a device has chosen for itself: words with dots between.
COMFORT = "comfort"
#: The word of it for names of yaku in plain English first.
TRANSLATED = "translated"
