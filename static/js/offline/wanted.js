// Whether the page is to work without a network, which costs some megabytes once.

import { read } from "../storage.js";

/** What the user chose: "yes", "no" or nothing. */
export const CHOICE = "agari.offline";

const isInstalled = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

/** Whether the megabytes cost nothing. Most browsers do not say; then they are taken to cost something. */
function isFree() {
  const { saveData, type, effectiveType } = navigator.connection ?? {};
  return !saveData && ["wifi", "ethernet"].includes(type) && effectiveType === "4g";
}

/** Whether they may be fetched: the user said so or installed the page, or they are free and hands have been scored. */
export function isWanted() {
  const choice = read(CHOICE);
  if (choice || !navigator.serviceWorker) return choice === "yes";
  return isInstalled() || (isFree() && read("agari.history") !== null);
}
