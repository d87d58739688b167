"""What can be wrong with how a page lies on the screen, measured in the browser: words that are too small or cut,
buttons under one another, rows that are not level."""

from playwright.sync_api import Locator, Page

#: Pixels.
SMALLEST_TEXT = 11

#: Every fault of a page as text. A word is cut if its own box is too small for it and hides what runs over, or if it is
#: beyond the screen's edges. A button is covered if a tap in its middle reaches something else, however the page is
#: scrolled. Keys of the palette lie beside each other, and those of a row are level.
FAULTS = """([smallest, width]) => {
  const faults = [];
  const say = (what, element) => faults.push(`${what}: ${element.outerHTML.slice(0, 90)}`);
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && getComputedStyle(element).clipPath === "none" && element.getBoundingClientRect().width > 1;
  const says = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const isShortened = (one) => one
    && (getComputedStyle(one).textOverflow === "ellipsis" || isShortened(one.parentElement));
  for (const element of document.body.querySelectorAll("*")) {
    if (!says(element) || element.closest("svg, option, [inert]") || !isShown(element)) continue;
    const style = getComputedStyle(element);
    if (parseFloat(style.fontSize) < smallest) say(`${style.fontSize} text`, element);
    if (isShortened(element)) continue;
    const hides = [style.overflowX, style.overflowY].includes("hidden");
    if (hides && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)) {
      say("cut", element);
    }
    const { left, right } = element.getBoundingClientRect();
    if ((left < -1 || right > width + 1) && !element.closest("pre, table, .seasons")) say("beyond the edge", element);
  }
  // What is open lies over the rest of the page, which nobody is meant to tap then.
  const top = document.querySelector("dialog[open], :is(.menu, .more)[open]") ?? document.body;
  const covers = (control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    const scrolls = (element) => element && (["auto", "scroll"].includes(getComputedStyle(element).overflowY)
      ? element.getBoundingClientRect() : scrolls(element.parentElement));
    const view = scrolls(control.parentElement);
    if (view && (y < view.top || y > view.bottom)) return false;
    const first = document.elementFromPoint(x, y);
    const own = control.closest("label") ?? control;
    return first && !own.contains(first) && !first.contains(control);
  };
  for (const control of top.querySelectorAll("button, a[href], select, input:not([type=hidden]), summary")) {
    if (!isShown(control) || control.closest("[inert]") || !covers(control)) continue;
    control.scrollIntoView({ block: "center", behavior: "instant" });
    if (covers(control)) say("covered", control);
  }
  scrollTo({ top: 0, behavior: "instant" });
  const keys = [...document.querySelectorAll(".palette :is(.key, .choice > span)")].filter(isShown);
  const places = keys.map((key) => key.getBoundingClientRect());
  const overlap = (one, two) => Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
    && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
  keys.forEach((key, i) => places.some((place, j) => j > i && overlap(places[i], place)) && say("overlapped", key));
  for (const row of document.querySelectorAll(".modes, .seats, .discarders, .deltas")) {
    const tops = [...row.children].filter((child) => isShown(child)).map((child) => child.getBoundingClientRect().top);
    if (tops.length && Math.max(...tops) - Math.min(...tops) > 2) say("not level", row);
  }
  for (const cell of document.querySelectorAll(".deltas-line > *")) {
    const isShortened = getComputedStyle(cell).textOverflow === "ellipsis";
    if (!isShortened && cell.scrollWidth > cell.clientWidth + 1) say("wider than its column", cell);
  }
  // On a phone `innerWidth` grows with the page.
  if (document.documentElement.scrollWidth > width) faults.push(`${document.documentElement.scrollWidth} px wide`);
  return faults;
}"""


#: The boxes of elements, without those that are hidden.
BOXES = """all => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().toJSON())"""


def boxes(elements: Locator) -> list[dict[str, float]]:
    """Where elements lie that can be seen, asked for at once."""
    return list(elements.evaluate_all(BOXES))


class Layout:
    """A page as it lies on the screen."""

    def __init__(self, page: Page, base_url: str) -> None:
        self.page = page
        self.base_url = base_url

    def comfort(self, *words: str) -> None:
        """Chooses words of the menu: ``text-150``, ``left``, ``dark``."""
        self.page.context.add_cookies([{"name": "comfort", "value": ".".join(words), "url": self.base_url}])

    def resize(self, width: int, height: int) -> None:
        """Another screen."""
        self.page.set_viewport_size({"width": width, "height": height})

    def measured(self) -> list[str]:
        """What is wrong with the page as it is now."""
        size = self.page.viewport_size
        assert size
        return list(self.page.evaluate(FAULTS, [SMALLEST_TEXT, size["width"]]))

    def faults(self, address: str, width: int, height: int) -> list[str]:
        """What is wrong with a page on a screen of this size."""
        self.resize(width, height)
        self.page.goto(address)
        if (back := self.page.locator("a.edit")).is_visible():
            back.click(position={"x": 6, "y": 6})
        return self.measured()
