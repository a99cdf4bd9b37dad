"use strict";
// One page for all answers: a trace is walked by keyboard, and everything else follows.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const ROW = 26;
let answer, steps, start, lanes, now, round;

const make = (tag, text, className) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
};
const show = (value) => (Array.isArray(value) ? "[" + value.map(show).join(", ") + "]" : String(value));

// A lane for each process, and one for what belongs to none.
function lanesOf(steps) {
  const keys = [...new Set(steps.flatMap((step) => Object.keys(step.state)))];
  const owners = new Set(keys.filter((key) => keys.some((other) => other.startsWith(key + "."))));
  const events = new Set(steps.flatMap((step) => step.event));
  keys.forEach((key) => { if (events.has(key)) owners.add(key); });
  const lanes = new Map();
  for (const key of keys) {
    const owner = key.includes(".") ? key.slice(0, key.indexOf(".")) : key;
    const lane = owners.has(owner) ? owner : "";
    if (!lanes.has(lane)) lanes.set(lane, []);
    lanes.get(lane).push(key);
  }
  return [...lanes].map(([name, keys]) => ({ name, keys }));
}

function choose(number) {
  answer = data.results[number];
  $("verdict").textContent = answer.verdict + (answer.vacuous ? " (no run counts)" : "");
  $("verdict").className = answer.verdict;
  $("notes").replaceChildren(...(answer.notes || []).map((note) => make("p", note)));
  const trace = answer.counterexample;
  steps = trace ? [...trace.prefix, ...trace.cycle] : [];
  start = trace ? trace.prefix.length : 0;
  for (const id of ["trace", "timelines"]) $(id).hidden = !trace;
  document.querySelector("aside").hidden = !trace;
  lanes = lanesOf(steps);
  [now, round] = [0, 0];
  $("statistics").textContent = Object.entries(answer.stats)
    .map(([name, value]) => name.replaceAll("_", " ") + ": " + (name === "time_s" ? value.toFixed(3) : value)).join(" · ")
    + " · by " + answer.algorithm;
  if (!trace) return;
  const head = ["", "", "step", ...lanes.map((lane) => lane.name || "shared")];
  $("lanes").replaceChildren(...head.map((text) => make("span", text)));
  $("rows").style.height = steps.length * ROW + "px";
  const template = `4em 2.4em minmax(7em, 1fr) ${lanes.map(() => "minmax(9em, 2fr)").join(" ")}`;
  $("trace").style.setProperty("--columns", template);
  $("automaton").innerHTML = answer.automaton ? answer.automaton.svg : "";
  drawTimelines();
  go(0, 0);
}

function row(position) {
  const step = steps[position], before = position ? steps[position - 1] : null;
  const line = make("div", undefined, "row" + (position === now ? " now" : ""));
  line.style.top = position * ROW + "px";
  line.dataset.position = position;
  line.append(make("span", position, "number"));
  const inLoop = answer.counterexample.cycle.length > 0 && position >= start;
  const sign = !inLoop ? "" : position === start ? "╭▸" : position === steps.length - 1 ? "╰─" : "│";
  line.append(make("span", inLoop && start === steps.length - 1 ? "↻" : sign, "loop"));
  line.append(make("span", step.event.join(" & ") || "·", "event"));
  for (const lane of lanes) {
    const cell = make("span");
    for (const key of lane.keys) {
      const value = show(step.state[key] ?? 0);
      const changed = before && show(before.state[key] ?? 0) !== value;
      if (!changed && before && key !== lane.name) continue;
      const short = key === lane.name ? value : key.slice(lane.name ? lane.name.length + 1 : 0) + "=" + value;
      cell.append(make("span", short + " ", changed ? "changed" : before ? "same" : ""));
    }
    cell.title = cell.textContent;
    line.append(cell);
  }
  return line;
}

// Only the rows that can be seen exist.
function drawRows() {
  const box = $("trace"), from = Math.max(0, Math.floor(box.scrollTop / ROW) - 15);
  const to = Math.min(steps.length, from + Math.ceil(box.clientHeight / ROW) + 30);
  const rows = [];
  for (let position = from; position < to; position++) rows.push(row(position));
  $("rows").replaceChildren(...rows);
  for (const line of document.querySelectorAll(".row")) line.style.gridTemplateColumns = "var(--columns)";
}

function go(position, turn) {
  [now, round] = [position, turn];
  const box = $("trace"), top = now * ROW;
  if (top < box.scrollTop + ROW) box.scrollTop = Math.max(0, top - 2 * ROW);
  if (top > box.scrollTop + box.clientHeight - 3 * ROW) box.scrollTop = top - box.clientHeight + 4 * ROW;
  drawRows();
  const step = steps[now], before = now ? steps[now - 1] : null;
  $("where").textContent = `state ${now}, the last is ${steps.length - 1}` + (round ? `, round ${round + 1}` : "");
  const table = answer.propositions.map((name) => [step.props.includes(name) ? "●" : "·", name, ""]);
  for (const [key, value] of Object.entries(step.state)) {
    const changed = before && show(before.state[key] ?? 0) !== show(value);
    table.push([key, show(value), changed ? "changed" : ""]);
  }
  $("state").replaceChildren(...table.map(([left, right, mark]) => {
    const line = make("tr", undefined, mark);
    line.append(make("td", left), make("td", right));
    return line;
  }));
  highlight();
  for (const canvas of document.querySelectorAll("canvas")) paint(canvas);
}

// The state of the property automaton before the letter of this state is read.
function highlight() {
  const reading = answer.automaton && answer.automaton.reading;
  if (!reading) return;
  const time = now + round * (steps.length - start);
  const period = reading.states.length - reading.start;
  const at = time < reading.states.length ? time : reading.start + ((time - reading.start) % period);
  for (const group of document.querySelectorAll("#automaton [data-state]")) {
    group.classList.toggle("current", group.dataset.state === String(reading.states[at]));
  }
}

function drawTimelines() {
  const propositions = answer.propositions.map((name) => [name, steps.map((step) => step.props.includes(name))]);
  $("timelines").replaceChildren(...[...propositions, ...answer.timelines].map(([name, values]) => {
    const line = make("div", undefined, "timeline"), label = make("span", name), canvas = make("canvas");
    label.title = name;
    canvas.values = values;
    canvas.onclick = (event) => {
      const share = event.offsetX / canvas.clientWidth;
      go(Math.min(steps.length - 1, Math.floor(share * steps.length)), 0);
    };
    line.append(label, canvas);
    return line;
  }));
}

function paint(canvas) {
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(name).trim();
  const [width, height] = [(canvas.width = canvas.clientWidth), (canvas.height = 16)];
  const pen = canvas.getContext("2d"), cell = width / canvas.values.length;
  pen.fillStyle = colour("--line");
  pen.fillRect(0, height / 2 - 1, width, 2);
  pen.fillStyle = colour("--changed");
  canvas.values.forEach((value, at) => {
    if (value) pen.fillRect(at * cell, 2, Math.max(1, cell - (cell > 6 ? 2 : 0)), height - 4);
  });
  pen.fillStyle = colour("--loop");
  if (answer.counterexample.cycle.length) pen.fillRect(start * cell, 0, 2, height);
  pen.strokeStyle = colour("--ink");
  pen.lineWidth = 2;
  pen.strokeRect(now * cell + 1, 1, Math.max(2, cell - 2), height - 2);
}

function forward() {
  if (now + 1 < steps.length) go(now + 1, round);
  else if (answer.counterexample.cycle.length) go(start, round + 1);
}
function backward() {
  if (round > 0 && now === start) go(steps.length - 1, round - 1);
  else if (now > 0) go(now - 1, round);
}
const keys = {
  ArrowRight: forward, ArrowDown: forward, j: forward, ArrowLeft: backward, ArrowUp: backward, k: backward,
  Home: () => go(0, 0), End: () => go(steps.length - 1, round),
  PageDown: () => go(Math.min(steps.length - 1, now + 20), round), PageUp: () => go(Math.max(0, now - 20), 0),
};
document.addEventListener("keydown", (event) => {
  if (!steps.length || event.target.tagName === "SELECT" || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = keys[event.key];
  if (action) { action(); event.preventDefault(); }
});
$("rows").addEventListener("click", (event) => {
  const line = event.target.closest(".row");
  if (line) go(Number(line.dataset.position), 0);
});
$("trace").addEventListener("scroll", drawRows);
window.addEventListener("resize", () => { if (steps.length) go(now, round); });
$("first").onclick = () => go(0, 0);
$("back").onclick = backward;
$("next").onclick = forward;
$("theme").onclick = () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  if (steps.length) go(now, round);
};
$("model").textContent = data.model;
document.title = data.model + " — Lariat";
data.results.forEach((result, number) => {
  const option = make("option", result.property);
  option.value = number;
  $("results").append(option);
});
$("results").onchange = (event) => choose(Number(event.target.value));
const broken = data.results.findIndex((result) => result.counterexample);
$("results").value = Math.max(0, broken);
choose(Math.max(0, broken));
