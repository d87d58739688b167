// Plays a list of actions on the page, and tells its state after the answer to each. A wait to tap, a discard and how
// the hand ended come with the action: they need not be those of the answer.

async (actions) => {
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
      const button = find(value ? `.mending [data-${deed}="${value}"]` : `[data-action="${deed}"]`);
      if (button && !button.closest("[hidden]")) button.click();
    },
    nothing() {},
    nuki: () => find("[data-action=nuki]")?.click(),
    discard: (tile) => brought({ "data-discard": tile }),
    wait: (tile) => brought({ "data-wait": tile }),
    run: (name) => brought({ "data-run": name, value: name }),
    win: (way) => brought({ name: "by", value: way }),
    reply: (name, value) => brought({ name, value }),
    flag(name) {
      const flag = find(`[data-switch=${name}]`);
      if (!flag) return;
      // An answer turns switches off whose tap the other player would only lose.
      const { ariaDisabled } = flag;
      flag.ariaDisabled = null;
      flag.click();
      flag.ariaDisabled = ariaDisabled;
    },
    choose: (hook, value) => find(`[data-${hook}="${value}"]`)?.click(),
    step: (field, by) => find(`p:has(> #${field}) [data-step="${by}"]`).click(),
    liable(value) {
      const select = find("[data-field=liable]");
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    },
    undo: () => find("[data-action=undo]").click(),
    clear: () => find("[data-action=clear]").click(),
    next(state) {
      const button = find("[data-action=next]");
      button.dataset.state = state;
      button.click();
    },
  };

  /** Waits for the answer if an action asks for one. */
  async function answered(action) {
    let isAsked = false;
    const ask = () => {
      isAsked = true;
    };
    const answer = new Promise((resolve) => {
      document.addEventListener("htmx:after:swap", function hear({ detail }) {
        if (detail.ctx.sourceElement !== form) return;
        document.removeEventListener("htmx:after:swap", hear);
        resolve();
      });
    });
    form.addEventListener("score", ask);
    action();
    form.removeEventListener("score", ask);
    if (isAsked) await answer;
  }

  const states = [];
  for (const [name, ...details] of actions) {
    await answered(() => ACTIONS[name](...details));
    const keys = all("[data-tile]").map((key) => OBSTACLES[key.ariaDescription] ?? null);
    const offered = all(".mending button").filter((button) => !button.closest("[hidden]"));
    states.push({ fields: Object.fromEntries(new FormData(form)), keys, offered: offered.map(({ value }) => value) });
  }
  return states;
};
