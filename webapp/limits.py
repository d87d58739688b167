"""Limits and names that several packages share."""

#: Seconds.
DAY = 24 * 60 * 60
YEAR = 365 * DAY
#: The number of days after its last event when a game is deleted, unless a setting says otherwise.
KEEP_DAYS = 90
#: The most events a game may have; a long evening's game has some two hundred.
MAX_EVENTS = 2000
#: The cookie with the settings of a device: words with dots between.
COMFORT = "comfort"
#: The word in it that puts the names of yaku in plain English first.
TRANSLATED = "translated"
