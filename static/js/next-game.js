// The seats of the next game by hand: who is chosen for a seat changes places with whoever sat there.

document.addEventListener("change", ({ target }) => {
  const seats = [...(target.closest(".drawn-winds")?.querySelectorAll("select") ?? [])];
  const former = seats.find((seat) => seat !== target && seat.value === target.value);
  const without = former && [...target.options].find(({ value }) => seats.every((seat) => seat.value !== value));
  if (without) former.value = without.value;
});
