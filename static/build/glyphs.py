"""The characters of the preview pictures, as outlines.

A picture must look the same everywhere, and a server has no fonts; so the text in it is drawn as paths. `draw_glyphs`
writes down every character that the catalogues use, by language, and those of common Japanese names: its advance and
its path, in an em of 1000 units with the baseline at y = 0 and y growing downwards. The server reads them as they are;
browsers that keep them to draw pictures by themselves fetch them packed with Brotli.

Japanese and English are set in Shippori Mincho, Chinese and Korean in Noto Serif SC and KR (SIL Open Font License
1.1), read from the npm packages of @fontsource.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from string import ascii_letters, digits, punctuation

import brotli
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

#: The font of each language, as it is called at @fontsource, and its weight.
FONTS = {"ja": ("shippori-mincho", 700), "zh": ("noto-serif-sc", 700), "ko": ("noto-serif-kr", 700)}
#: Latin with its accents: names are written in them.
ALWAYS = ascii_letters + digits + punctuation + "".join(map(chr, range(0xC0, 0x100))) + " ·×−–—…"
#: The characters of common Japanese surnames and given names: a picture names players.
NAMES = (
    "々一七万三上下丞中丸丹久九也亀二五井亮人仁今介伊佐佑佳俊保信修倉健優光克児八公六内冬凛凜凰利則前剛功加助努勇勉"
    "務勝勢勤勲北十千南博厚原友口古史司吉和咲哉哲唯啓四國土圭坂垣城堀堂堤塚塩増夏外大太夫奈奏奥子孝学孫宅宇安宏定実"
    "宮富寛寧尊尋小尾居山岐岡岩岬岳岸峰島峻崇崎嵐嵩嶋川工巳巽市希平幸広康廣弘弥彦彩後徳徹心忠怜恒恭恵悠愛慎慶成戸拓"
    "政敏敦敬斎斐斗新日旦旭昇昌明春昭晃晋晴晶智暁月朋服朗望木本朱杉杏村杜東松林柏柳柴栄栗桂桃桑桜梅梨森植椿楓楽榎樋"
    "横樹橋檜櫻欣欽正武歩毅水永汀汐池沖沙沢河治沼泉泰洋津洸浅浜浦浩涼淳清渉渓渚渡温湊湧源溝滉滋滝漣潤潮澄澤濱瀧瀬熊"
    "片牛牧玉玲珠琉琢琳琴瑛瑞瑠璃環生田甲畑畠白百直真瞳矢石砂碧礼祐神祥禎福秀秋稀稔稜稲穂穏穣究空窪竜童竹笑笠節築篠"
    "篤紀紅紗紘素紫紬絃絆結絢絵継維綱綺綾緋緑緒縁縞繁織羅美群義羽翔翠翼耕耶聖聡肇育胡脩臣至舜舞航芙花芹芽苑若苺茂茉"
    "茜莉菅菊菖菜菫華萌萩葉葛葵蒔蒲蒼蓬蔵薫藍藤蘭虎虹蛍衣裕西規誠諸謙谷豊貴賀賢赤越輔輝辰辺辻迅近進逸道達遠遥遼邉邊"
    "那郁郎部郷都酒里重野金鈴鉄銀鋭鋼錦鎌鐘長関阪阿陽隆隼雄雅雨雪雫雲霞霧青静音顕風颯飯香馨馬駆駿高髙鮎鳩鶴鷗鷲鷹鹿"
    "麗麟黄黎黒齊齋龍﨑"
)
EM = 1000

FontOf = Callable[[Path, int, str, int], TTFont]


def draw_glyphs(node_modules: Path, texts: Mapping[str, str], font_of: FontOf) -> str:
    """JSON: language → character → [advance, path], for the characters of each language's text that its font has, and
    in Japanese for those of names."""
    drawn: dict[str, dict[str, list[int | str]]] = {}
    for language, (family, weight) in FONTS.items():
        drawn[language] = {}
        for char in sorted({*ALWAYS, *texts[language], *(NAMES if language == "ja" else "")}):
            with suppress(LookupError):
                drawn[language][char] = _glyph(ord(char), font_of(node_modules, ord(char), family, weight))
    return json.dumps(drawn, ensure_ascii=False, separators=(",", ":"))


def pack(drawn: str) -> bytes:
    """The text, packed with Brotli as small as possible, for browsers. This takes seconds."""
    return bytes(brotli.compress(drawn.encode(), quality=11, lgwin=22))


def _glyph(code: int, font: TTFont) -> list[int | str]:
    scale = EM / font["head"].unitsPerEm
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[code]]
    outline = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    glyph.draw(TransformPen(outline, (scale, 0, 0, -scale, 0, 0)))
    return [round(glyph.width * scale), outline.getCommands()]
