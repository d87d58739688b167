"""The seats of a table: 0–3, East to North, in turn order."""

#: The names of the seats and of the winds, as forms, addresses and JSON have them.
WIND_NAMES = "ESWN"
