// A tap on a yaku of the answer opens its rule. The text comes from the details; without them the link opens the list
// of yaku.

import { openDialog } from "../site/sheets.js";
import { form } from "./form.js";

const sheet = document.getElementById("rule");

form.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rule]");
  const row = link && document.querySelector(`#result [data-yaku="${link.dataset.rule}"]`);
  if (!row) return;
  event.preventDefault();
  const [name, rule] = sheet.children;
  name.textContent = `${link.textContent.trim()} · ${row.querySelector("td").textContent.trim()}`;
  rule.textContent = row.querySelector(".rule").textContent;
  sheet.querySelector("a").href = link.href;
  openDialog(sheet);
});
