// Games of this device go to the server. They leave the device once they are there.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("move" in form.dataset)) return;
  event.preventDefault();
  const failed = form.querySelector("[data-failed]");
  failed.hidden = true;
  const [games] = location.pathname.match(/^.*?\/game\//);
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    if (!answer.ok || !answer.redirected || answer.headers.get("X-Answered-By") !== "server")
      throw new Error("not moved");
    for (const secret of form.dataset.move.split(" ")) await fetch(`${games}${secret}/moved`, { method: "POST" });
    location.assign(answer.url + form.dataset.then);
  } catch {
    failed.hidden = false;
  }
});
