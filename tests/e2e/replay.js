// Plays a list of actions on the page, and tells its state after each. What an answer of the server would bring (a wait
// to tap, a discard, how the hand ended) comes with the action, for no answer comes.

(actions) => {
  const form = document.getElementById("table");
  const find = (selector) => form.querySelector(selector);
  const all = (selector) => [...form.querySelectorAll(selector)];
  const palette = find(".palette");

  /** The obstacles by their messages. */
  const OBSTACLES = Object.fromEntries(Object.entries(palette.dataset).map(([name, text]) => [text, name]));

  /** A button that an answer brings. */
  function brought(attributes) {
    const button = document.createElement("button");
    for (const [name, value] of Object.entries(attributes)) button.setAttribute(name, value);
    find("#result").append(button);
    button.click();
    button.remove();
  }

  function draw(low, high) {
    for (const [type, key] of [
      ["pointerdown", low],
      ["pointerup", high],
    ]) {
      const { x, y, width, height } = key.getBoundingClientRect();
      const place = { clientX: x + width / 2, clientY: y + height / 2 };
      key.dispatchEvent(new PointerEvent(type, { bubbles: true, ...place }));
    }
  }

  const ACTIONS = {
    tap: (tile) => find(`[data-tile="${tile}"]`).click(),
    mode: (mode) => find(`[data-mode="${mode}"]`)?.click(),
    draw: (low, high) => draw(find(`[data-tile="${low}"]`), find(`[data-tile="${high}"]`)),
    select: (index) => all("[name=select]")[index]?.click(),
    mend(deed, value) {
      const button = find(value ? `[data-${deed}="${value}"]` : `[data-action="${deed}"]`);
      if (button && !button.closest("[hidden]")) button.click();
    },
    nothing() {},
    nuki: () => find("[data-action=nuki]")?.click(),
    discard: (tile) => brought({ "data-discard": tile }),
    wait: (tile) => brought({ "data-wait": tile }),
    win: (way) => brought({ name: "by", value: way }),
    reply: (name, value) => brought({ name, value }),
    flag: (name) => find(`[data-switch=${name}]`)?.click(),
    choose: (hook, value) => find(`[data-${hook}="${value}"]`)?.click(),
    step: (field, by) => find(`p:has(> #${field}) [data-step="${by}"]`).click(),
    liable(value) {
      const select = find("[data-field=liable]");
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    },
    undo: () => find("[data-action=undo]").click(),
    clear: () => find("[data-action=clear]").click(),
    next(honba, sticks, round, kyoku) {
      const button = find("[data-action=next]");
      Object.assign(button.dataset, { honba, sticks, round, kyoku });
      button.click();
    },
  };

  // The answers, which turn switches off, do not come.
  for (const flag of all("[data-switch]")) flag.ariaDisabled = null;

  return actions.map(([name, ...details]) => {
    ACTIONS[name](...details);
    const keys = all("[data-tile]").map((key) => OBSTACLES[key.ariaDescription] ?? null);
    const offered = all(".mending button").filter((button) => !button.closest("[hidden]"));
    return { fields: Object.fromEntries(new FormData(form)), keys, offered: offered.map(({ value }) => value) };
  });
};
