// Steps through a counterexample: its rows appear one after the other. Without this script they all stand there.
"use strict";

document.querySelectorAll(".stepped").forEach((frame) => {
  const steps = [...frame.querySelectorAll(".step")].filter((step) => !step.querySelector(".step"));
  if (steps.length < 2) return;
  let shown = steps.length;

  const bar = document.createElement("div");
  bar.className = "stepper";
  const button = (text, move) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => show(move(shown)));
    bar.append(made);
    return made;
  };
  const start = button("Step through", () => 1);
  const back = button("Back", (at) => Math.max(1, at - 1));
  const next = button("Next", (at) => Math.min(steps.length, at + 1));
  const all = button("All", () => 0);
  const place = document.createElement("span");
  place.setAttribute("role", "status");
  bar.append(place);
  frame.prepend(bar);

  function show(count) {
    const stepping = count > 0;
    shown = stepping ? count : steps.length;
    steps.forEach((step, at) => {
      step.classList.toggle("to-come", stepping && at >= shown);
      step.classList.toggle("now", stepping && at === shown - 1);
    });
    frame.querySelectorAll("tr.step").forEach((row) => {
      const inner = [...row.querySelectorAll(".step")];
      if (inner.length) row.classList.toggle("to-come", inner.every((each) => each.classList.contains("to-come")));
    });
    [back, next, all].forEach((each) => (each.hidden = !stepping));
    start.hidden = stepping;
    back.disabled = shown === 1;
    next.disabled = shown === steps.length;
    place.textContent = stepping ? `${shown} of ${steps.length}` : "";
  }
  show(0);
});
