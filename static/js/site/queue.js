// The taps of a game that the server does not have yet, oldest first. Each is kept on the device under a name of its
// own, so that no tab overwrites the taps of another one. If the browser keeps nothing, they wait in this page.
//
// A tap is {name, key, seen, hand, event, fields, said}: `name` gives its place in the queue, `fields` are those of its
// form, `said` describes it to the player.

import { erase, keysWith, read, readList, write } from "./storage.js";

const TAP = "agari.tap ";
const STOP = "agari.stop ";
const SENT = "agari.sent ";
/** The game that this device opened last, and those with taps that wait: the table and the id of each. */
const GAMES = "agari.games";
/** The texts that the browser did not keep, by name. */
const unkept = new Map();

const hold = (name, text) => (write(name, text) ? unkept.delete(name) : unkept.set(name, text));
const heldAs = (name) => unkept.get(name) ?? read(name);
function release(name) {
  unkept.delete(name);
  erase(name);
}

/** The value kept under a name, if `fits` accepts it; else null. Anything may have been written there. */
function valueAt(name, fits) {
  try {
    const value = JSON.parse(heldAs(name));
    return fits(value) ? value : null;
  } catch {
    return null;
  }
}

// -- taps ---------------------------------------------------------------------

const isTap = ({ fields, said }) =>
  typeof said === "string" && fields.every(([name, value]) => typeof (name + value) === "string");

/** The waiting taps of a table. */
export function tapsOf(table) {
  const start = `${TAP}${table} `;
  const names = new Set([...keysWith(start), ...[...unkept.keys()].filter((name) => name.startsWith(start))]);
  return [...names].sort().map(tapNamed).filter(Boolean);
}

function tapNamed(name) {
  const tap = valueAt(name, isTap);
  if (!tap) return null;
  const field = (wanted) => new URLSearchParams(tap.fields).get(wanted);
  return { name, key: field("key"), seen: Number(field("seen")), hand: field("hand"), event: field("event"), ...tap };
}

/** Adds a tap behind all others, or in place of the tap that it corrects. A form that is sent twice counts once. */
export function addTap(table, fields, said, former) {
  const taps = tapsOf(table);
  const { key } = Object.fromEntries(fields);
  if (taps.some((tap) => tap.key === key)) return;
  const last = Number(taps.at(-1)?.name.split(" ")[2] ?? 0);
  const place = former?.name.split(" ")[2] ?? String(Math.max(Date.now(), last + 1)).padStart(16, "0");
  hold(`${TAP}${table} ${place} ${key}`, JSON.stringify({ fields, said }));
  if (former) release(former.name);
}

export const dropTap = ({ name }) => release(name);

/** Whether the browser keeps a tap, so that it goes on waiting when this page is closed. */
export const isKeptTap = ({ name }) => !unkept.has(name);

/** Notes for these taps that the player has seen what they do after the event of this number. */
export function renewTaps(taps, number) {
  const renewed = ([name, value]) => [name, name === "seen" ? String(number) : value];
  for (const { name, fields, said } of taps) hold(name, JSON.stringify({ fields: fields.map(renewed), said }));
}

/** Notes the id of the game at a table. Taps that wait at another link of this game, from before its links were renewed,
 * are to be sent to this one. */
export function takeOver(table, id) {
  const others = readList(GAMES, ([name]) => name !== table && tapsOf(name).length);
  write(GAMES, JSON.stringify([[table, id], ...others]));
  for (const [former] of others.filter(([, of]) => of === id))
    for (const { name } of tapsOf(former)) {
      hold(name.replace(former, table), heldAs(name));
      release(name);
    }
}

// -- stopped ------------------------------------------------------------------

/** The reason why a tap is not sent until the player agrees: the server "failed" at it, or it comes "after" one that
 * was dropped or entered anew. Undefined if it may be sent. All tabs share this. */
export function stopOf(table, tap) {
  const stop = valueAt(STOP + table, Array.isArray);
  return stop?.[0] === tap.key ? stop[1] : undefined;
}

export const stopAt = (table, tap, why) => hold(STOP + table, JSON.stringify([tap.key, why]));
export const goOnWith = (table) => release(STOP + table);

// -- sent ---------------------------------------------------------------------

const sentOf = (table) => valueAt(SENT + table, Array.isArray) ?? [0, 0];

/** The number of the last event that the author of a tap knows: the one that their page shows, or one that this device
 * sent right after it in the same hand, perhaps from another tab. */
export function knownBy(table, { seen }) {
  const [from, to] = sentOf(table);
  return from <= seen && seen < to ? to : seen;
}

/** Events after which another page still shows the hand correctly. */
const WITHIN_A_HAND = ["riichi", "withdraw", "adjust", "chips"];

/** Remembers that a tap sent after the event number `seen` has become the next event. If it ends its hand or changes an
 * earlier one, older pages count as knowing nothing: a win entered there would belong to the next hand. */
export function noteSent(table, { event }, seen, number) {
  const [from, to] = sentOf(table);
  const { type } = JSON.parse(event);
  if (number <= to || number !== seen + 1 || !WITHIN_A_HAND.includes(type)) return;
  hold(SENT + table, JSON.stringify([seen === to ? from : seen, number]));
  for (const name of keysWith(SENT))
    if (name !== SENT + table && !tapsOf(name.slice(SENT.length)).length) release(name);
}
