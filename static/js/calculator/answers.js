// Asks the server for the score. Shows only the answer to the latest question, and repeats a question that failed. An
// old answer is dimmed, and after a failure or a while the page says why it is still there.

import { form } from "./form.js";

const RETRY = 2000;
const SLOW = 1500;
/** The statuses for too many requests: of this sender, or of all. */
const BUSY = [429, 503];
const notice = document.getElementById("notice");
let latest = 0;
let patience;

/** The number of the latest question. */
export const question = () => latest;

/** Asks for the score of the form as it is. */
export function ask() {
  latest += 1;
  document.getElementById("result").ariaBusy = "true";
  clearTimeout(patience);
  patience = setTimeout(tell, SLOW, "slow");
  form.dispatchEvent(new Event("score"));
}

/** Says why the answer on the screen is an old one: slow, failed or offline. */
function tell(why) {
  document.getElementById("result").dataset.stale = why;
  notice.textContent = notice.dataset[why];
  notice.hidden = false;
}

function failed(request) {
  if (request?.question !== latest) return;
  clearTimeout(patience);
  const { status, headers } = request.response ?? {};
  const isBusy = BUSY.includes(status);
  tell(!navigator.onLine ? "offline" : isBusy ? "busy" : "failed");
  // A proxy that limits requests names no time.
  const pause = (isBusy && Number(headers.get("Retry-After")) * 1000) || RETRY;
  setTimeout(() => {
    if (request.question === latest) form.dispatchEvent(new Event("score"));
  }, pause);
}

document.addEventListener("htmx:before:request", ({ detail }) => {
  detail.ctx.question = latest;
});
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.question !== latest) return event.preventDefault();
  // Our answers carry this header. Without it, this may be the sign-in page of a network.
  const isOurs = ctx.response.status < 400 && ctx.response.headers.has("HX-Replace-Url");
  if (isOurs) return;
  event.preventDefault();
  failed(ctx);
});
document.addEventListener("htmx:error", ({ detail }) => failed(detail.ctx));
document.addEventListener("htmx:after:swap", () => {
  clearTimeout(patience);
  notice.hidden = true;
});
