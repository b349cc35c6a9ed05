// Zooms and searches a graph. Without this script it is a still picture whose boxes are links.
"use strict";

document.querySelectorAll(".graph-frame").forEach((frame) => {
  const pane = frame.querySelector(".graph-window");
  const picture = pane.querySelector("svg.graph");
  const nodes = [...picture.querySelectorAll(".node")];
  const width = Number(picture.getAttribute("width"));
  const height = Number(picture.getAttribute("height"));
  let scale = 1;

  const zoom = (factor) => {
    const middle = [(pane.scrollLeft + pane.clientWidth / 2) / scale, (pane.scrollTop + pane.clientHeight / 2) / scale];
    scale = Math.min(3, Math.max(0.05, factor));
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
    show(middle);
  };
  const show = ([x, y]) => pane.scrollTo(x * scale - pane.clientWidth / 2, y * scale - pane.clientHeight / 2);
  const middleOf = (node) => {
    const box = node.querySelector("rect");
    const [x, y, across, down] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
    return [x + across / 2, y + down / 2];
  };

  const tools = document.createElement("div");
  tools.className = "graph-tools";
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = "Find a statement";
  search.setAttribute("aria-label", "Find a statement in the graph");
  tools.append(search);
  const button = (text, label, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", action);
    tools.append(made);
  };
  button("+", "Zoom in", () => zoom(scale * 1.3));
  button("−", "Zoom out", () => zoom(scale / 1.3));
  button("Whole", "Show the whole graph", () => zoom(Math.min(pane.clientWidth / width, pane.clientHeight / height, 1)));
  const found = document.createElement("span");
  found.setAttribute("role", "status");
  tools.append(found);
  frame.prepend(tools);

  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    const fits = nodes.filter((node) => node.dataset.words.includes(wanted));
    nodes.forEach((node) => node.classList.toggle("dimmed", wanted !== "" && !fits.includes(node)));
    found.textContent = wanted ? `${fits.length} found` : "";
    if (wanted && fits.length) show(middleOf(fits[0]));
  });

  const marked = picture.querySelector(".marked");
  if (marked) show(middleOf(marked));
});
