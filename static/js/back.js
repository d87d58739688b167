// The way back to the page as it was left, which no address leads to: to a review or a practice from the calculator, to a
// group from its board, which has the link of those who look on.

document.querySelector("a.square").addEventListener("click", (event) => {
  if (history.length === 1) return;
  event.preventDefault();
  history.back();
});
