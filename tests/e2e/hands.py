"""Hands that the browser tests enter and open, as queries of their links."""

#: Thirteen tiles that wait for 5s and 8s, and fourteen.
READY = "hand=234567m345p2267s"
FULL = "hand=234567m345p2267s8s"
#: Hands a, b and c: a closed one, one with a pon and a chi, one with a concealed kan.
A = "hand=234567m345p2267s8s&dora=1s&ura=4p&by=tsumo&riichi=1"
B = "hand=567m2399p4p&melds=pon555z-chi234s&by=ron"
C = "hand=234567p5789s5s&melds=ankan9999m&by=ron&riichi=1"
FOUR_KANS = "hand=5z5z&melds=ankan1111m-daiminkan2222p-kakan3333s-ankan0555p&by=ron"
