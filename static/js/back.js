// The way back to the page as it was left, which no address leads to: to a review or a practice from the calculator, to a
// group from its board, which has the link of those who look on.

document.querySelector("a.square").addEventListener("click", (event) => {
  const steps = history.state?.sheet === "open" ? 2 : 1; // a sheet has an entry of its own
  if (history.length <= steps) return;
  event.preventDefault();
  history.go(-steps);
});
