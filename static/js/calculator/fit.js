// The answer never scrolls for its yaku: as many as do not fit are folded into "+3 more".

const isTooLong = ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight;

/** Writes how many yaku a fold holds; it is not there if it holds none. */
function count(rest) {
  const { children } = rest.querySelector(".yaku-line");
  const isFirst = rest === rest.parentElement.firstElementChild;
  rest.hidden = children.length === 0;
  rest.firstElementChild.textContent = rest.dataset[isFirst ? "all" : "more"].replace("{n}", children.length);
}

/** Shows all yaku, then folds the last ones, of every list in turn, until the answer fits. */
function fitYaku() {
  const told = document.querySelector("#result .told");
  const folds = [...told.querySelectorAll(".rest")];
  for (const rest of folds) {
    rest.before(...rest.querySelector(".yaku-line").children);
    count(rest);
  }
  while (isTooLong(told)) {
    const [longest] = folds
      .filter((rest) => rest.previousElementSibling)
      .sort((a, b) => b.parentElement.children.length - a.parentElement.children.length);
    if (!longest) {
      for (const rest of folds) rest.hidden = true; // the details have them all
      return;
    }
    longest.querySelector(".yaku-line").prepend(longest.previousElementSibling);
    count(longest);
  }
}

new ResizeObserver(fitYaku).observe(document.querySelector("#result"));
document.addEventListener("htmx:after:swap", fitYaku);
