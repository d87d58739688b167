"""The Japanese names of yaku in Latin letters. They are the same in every language."""

_WIND_ROMAJI = {"E": "ton", "S": "nan", "W": "shaa", "N": "pei"}
_ROMAJI = {
    "tsumo": "menzen tsumo",
    "kokushi_13": "kokushi juusanmen",
    "chuuren_9": "junsei chuuren",
    **{f"renhou_{worth}": "renhou" for worth in ("two_han", "five_han", "mangan", "baiman", "yakuman")},
    **{f"round_wind_{wind}": f"bakaze {spoken}" for wind, spoken in _WIND_ROMAJI.items()},
    **{f"seat_wind_{wind}": f"jikaze {spoken}" for wind, spoken in _WIND_ROMAJI.items()},
}


def romaji(key: str) -> str:
    """A yaku's Japanese name in Latin letters, ``Menzen tsumo``. Most keys are this name already."""
    return _ROMAJI.get(key, key.replace("_", " ")).capitalize()
