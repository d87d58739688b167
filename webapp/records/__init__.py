"""The log of an online game: read, replayed, checked and judged. Pure: text and JSON values in, values out.

A log is text that somebody pasted, so everything in it is bounded and nothing of it is trusted. Each format has a small
module that turns a log into a `Record`; what follows knows only records. The modules build on one another in this
order, and import only what stands before them::

    record → mjlog, order → tenhou6 → rules, seats → replay → check, judge

How a page uses it::

    reading = read_mjlog(text)                     # reading.record, reading.problem
    review = checked(reading.record)               # every hand with our payments, and where the log differs
    judged(review.hands[3].decisions(player=1))    # what the discards of a player cost

What cannot be read or played is one problem with its hand and event; the hands before it stay. A difference between the
log and our own figures is no problem.
"""
