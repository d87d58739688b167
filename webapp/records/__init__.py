"""The log of an online game: read, replayed, checked and judged. Pure: text and JSON values in, values out.

A log is text that somebody pasted, so nothing in it is trusted, and everything has a limit. Each format has a small
module that turns a log into a `Record`; the later modules know only records. The modules build on one another in this
order, and import only what comes before them::

    record → mjlog, order, course → tenhou6, majiang, mjai, majsoul → rules, seats → replay → check, judge → explain

How a page uses it::

    reading = read_mjlog(text)                     # reading.record, reading.problems
    review = checked(reading.record)               # every hand with our payments, and where the log differs;
                                                   # by rules of the log, or by others: checked(record, rules)
    judged(review.hands[3].decisions(player=1))    # what the discards of a player cost

If a hand cannot be read or played, it has one problem that names the hand and the event; the other hands stay. A
difference between the log and our own figures is not a problem. What the log states but cannot be compared is named.
"""
