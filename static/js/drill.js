// Remembers on the device the kind and level of the last set and how well each topic is known, and asks for missed topics
// sooner: a right answer doubles the days until a topic comes back, a wrong one brings it back at once. If any one of
// several topics explains a wrong answer, all of them come back, but none counts as asked. Without scripts, questions are
// drawn at random.

import { listen, offer } from "./site/sharing.js";
import { read, readList, write } from "./site/storage.js";

const KEY = "agari.drill";
const LAST = "agari.drill.last";
const STREAK = "agari.drill.days";
const CHOSEN = "agari.drill.chosen";
const MISSED = "missed";
/** The addresses of the last pages of the sets that have not come to their end, the last one first. */
const LEFT = "agari.drill.left";
const MOST_LEFT = 20;
const MOST_OFFERED = 3;
const DAY = 24 * 60 * 60 * 1000;
const MOST_DUE = 5;
const MOST_BOX = 6;

/** The memory: for each kind of question its topics, each as [box, day due, asked, right, seconds]. */
function memory() {
  try {
    const kept = JSON.parse(read(KEY));
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / DAY);
const isEntry = (entry) => Array.isArray(entry) && entry.length === 5 && entry.every(Number.isFinite);

/** The topics that were missed and are due, the worst known first. */
function due(kind) {
  return Object.entries(memory()[kind] ?? {})
    .filter(([, entry]) => isEntry(entry) && entry[1] <= today() && (!entry[0] || entry[3] < entry[2]))
    .sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1])
    .slice(0, MOST_DUE)
    .map(([topic]) => topic);
}

function note(entry, isRight, seconds, isCertain) {
  const [box, , asked, right, spent] = isEntry(entry) ? entry : [0, 0, 0, 0, 0];
  const next = isRight ? Math.min(box + 1, MOST_BOX) : 0;
  const day = today() + (isRight ? 2 ** (next - 1) : 0);
  return [next, day, asked + isCertain, right + isRight, spent + (isCertain && seconds)];
}

// -- the set that is played ------------------------------------------------------------------------

/** The sets that were left, as the addresses of their next questions without the language. */
const left = () => readList(LEFT, (path) => typeof path === "string").map((path) => without(path, "answer", "lang"));

function without(address, ...fields) {
  const found = new URL(address, location.href);
  for (const field of fields) found.searchParams.delete(field);
  return found;
}

const setAddress = (address) => String(without(address, "done", "given"));
const answered = ({ searchParams }) => searchParams.get("done")?.split("-").length ?? 0;

/** The day, the kind, the level (none if topics were chosen) and the number of questions of a set: what its offer
 * names. */
function setOf({ pathname, searchParams: fields }) {
  const number = fields.get("only")?.split(".").length ?? fields.get("n") ?? 10;
  const level = fields.has("topics") ? "" : fields.get("level");
  return [pathname.split("/drill/")[1], fields.get("kind"), level, number];
}

// A set without an answer is not missed.
const here = without(location, "answer", "lang");
const isHere = (other) => setAddress(other) === setAddress(here);
const isNew = !left().some((other) => isHere(other) && answered(other) >= answered(here));
const isEnd = document.querySelector("[data-right-answers]");
if (here.searchParams.has("done") && !here.searchParams.has("end")) {
  const others = left().filter((other) => !isHere(other));
  const paths = [...(isEnd ? [] : [here]), ...others].map(({ pathname, search }) => pathname + search);
  write(LEFT, JSON.stringify(paths.slice(0, MOST_LEFT)));
}

// -- a judged answer -------------------------------------------------------------------------------

const judged = document.querySelector(".judged");
if (judged && isNew && !("seenAgain" in judged.dataset) && read(LAST) !== String(here)) {
  const { topics, missed, seconds } = judged.dataset;
  const { kind } = document.querySelector("[data-question]").dataset;
  const isRight = "right" in judged.dataset;
  const kept = memory();
  const known = kept[kind] && typeof kept[kind] === "object" ? kept[kind] : {};
  for (const topic of (isRight ? topics : missed).split(".").filter(Boolean)) {
    known[topic] = note(known[topic], isRight, Number(seconds), !("oneOf" in judged.dataset));
  }
  write(KEY, JSON.stringify({ ...kept, [kind]: known }));
  write(LAST, String(here));
}

// The focus is on the verdict, for screen readers; from there the next question is one key away.
judged?.querySelector("h2").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.repeat) judged.querySelector("[data-next]").click();
});

// -- where a set begins ------------------------------------------------------------------------------

const start = document.querySelector(".drill-start");

/** Offers to go on with the sets that were left. `day` is today. */
function offerLeft(day) {
  const place = document.querySelector("[data-go-on]");
  const { kind, lang } = start.elements;
  for (const address of left().slice(0, MOST_OFFERED)) {
    const [ofDay, sort, level, number] = setOf(address);
    const name = [
      ...(ofDay === day ? [place.dataset.today] : []),
      [...kind].find(({ value }) => value === sort)?.labels[0].textContent.trim(),
      level ? place.dataset.level.replace("{n}", level) : place.dataset.topics,
      `${answered(address)}/${number}`,
    ];
    if (lang) address.searchParams.set("lang", lang.value);
    const row = place.querySelector("template").content.cloneNode(true);
    const link = row.querySelector("a");
    link.href = address;
    link.textContent = place.dataset.goOn.replace("{set}", name.join(" · "));
    place.append(row);
    place.hidden = false;
  }
}

if (start) {
  const field = start.querySelector("[data-due]");
  const offerDue = () => {
    const topics = due(new FormData(start).get("kind"));
    field.value = topics.join(".");
    field.disabled = !topics.length;
    field.labels[0].hidden = !topics.length;
  };
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  start.querySelector("[data-today]").value = day;
  offerLeft(day);
  // The address has what was chosen for the set before, if it leads here from one.
  const last = readList(CHOSEN, Boolean);
  const chosen = new URLSearchParams(location.search).has("kind") ? [] : last;
  for (const choice of start.querySelectorAll("[type=radio]")) choice.checked ||= chosen.includes(choice.value);
  if (chosen[2]) start.elements.n.value = chosen[2];
  field.checked = last.includes(MISSED);
  const keep = () => {
    const form = new FormData(start);
    const choices = ["kind", "level", "n"].map((name) => form.get(name));
    write(CHOSEN, JSON.stringify([...choices, field.checked && MISSED]));
    return choices;
  };
  start.addEventListener("submit", (event) => {
    const [kind, level] = keep();
    // Today's ten that were begun go on.
    const begun = left().find((address) => String(setOf(address)) === String([day, kind, level, 10]));
    if (!begun || event.submitter?.value !== "day") return;
    event.preventDefault();
    location.assign(begun);
  });
  start.addEventListener("change", () => {
    keep();
    offerDue();
  });
  offerDue();
}

// -- the topics ----------------------------------------------------------------------------------------

const list = document.querySelector("[data-topic-list]");
if (list) {
  const kinds = Object.keys(memory());
  const next = new Set(kinds.flatMap(due));
  const format = [document.documentElement.lang, { style: "unit", unit: "second" }];
  for (const button of list.querySelectorAll("[data-topic]")) {
    const entries = kinds.map((kind) => memory()[kind]?.[button.dataset.topic]).filter(isEntry);
    const [asked, right, spent] = [2, 3, 4].map((at) => entries.reduce((sum, entry) => sum + entry[at], 0));
    const isDue = next.has(button.dataset.topic);
    button.classList.toggle("due", isDue);
    const known = [
      ...(asked ? [`${right}/${asked}`, Math.round(spent / asked).toLocaleString(...format)] : []),
      ...(isDue ? [list.dataset.nextLabel] : []),
    ];
    button.querySelector("[data-known]").textContent = known.join(" · ");
  }
  const forget = list.querySelector("[data-forget]");
  forget.hidden = !kinds.length;
  forget.addEventListener("click", () => {
    write(KEY, "{}");
    location.reload();
  });
}

// -- days in a row --------------------------------------------------------------------------------------

const streakPlace = document.querySelector("[data-streak]");
if (streakPlace) {
  const [last, days] = readList(STREAK, Number.isSafeInteger);
  const isOn = today() - last <= 1; // false without a list
  let streak = isOn ? (days ?? 0) : 0;
  if (document.querySelector("[data-right-answers]") && last !== today()) {
    streak += 1;
    write(STREAK, JSON.stringify([today(), streak]));
  }
  streakPlace.textContent = streakPlace.dataset.streak.replace("{n}", streak);
  streakPlace.hidden = !(streak > 1);
}

// -- the end -------------------------------------------------------------------------------------------

const place = document.querySelector(".sharing");
if (place) {
  place.querySelector("[data-share-by=picture]").remove(); // a set has none
  listen(place);
  offer(place);
}
