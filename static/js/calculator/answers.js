// Asks the server for the score. Shows only the answer to the latest question, and repeats a question that failed.

import { form } from "./form.js";

const RETRY = 2000;
const notice = document.getElementById("notice");
let latest = 0;

/** The number of the latest question. */
export const question = () => latest;

/** Asks for the score of the form as it is. */
export function ask() {
  latest += 1;
  document.getElementById("result").ariaBusy = "true";
  form.dispatchEvent(new Event("score"));
}

function failed(request) {
  if (request?.question !== latest) return;
  notice.hidden = false;
  setTimeout(() => {
    if (request.question === latest) form.dispatchEvent(new Event("score"));
  }, RETRY);
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
  notice.hidden = true;
});
