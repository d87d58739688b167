// Whether the page is to work without a network, which costs some megabytes once.

import { read } from "../site/storage.js";

/** The user's choice: "yes", "no" or nothing. */
export const CHOICE = "agari.offline";

const isInstalled = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

/** Whether data costs the user nothing. Most browsers do not say; then it is taken to cost something. */
function isFree() {
  const { saveData, type, effectiveType } = navigator.connection ?? {};
  return !saveData && ["wifi", "ethernet"].includes(type) && effectiveType === "4g";
}

/** Whether the megabytes may be fetched by a browser with service workers: the user said so or installed the page, or
 * data is free and hands have been scored. */
export function isWanted() {
  const choice = read(CHOICE);
  if (choice) return choice === "yes";
  return isInstalled() || (isFree() && read("agari.history") !== null);
}
