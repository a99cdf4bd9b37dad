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

// A lane for each process, also for those that never move, and one for what belongs to none.
function lanesOf(steps) {
  const keys = [...new Set(steps.flatMap((step) => Object.keys(step.state)))];
  const owners = new Set(keys.filter((key) => keys.some((other) => other.startsWith(key + "."))));
  for (const process of answer.processes || []) owners.add(process);
  const lanes = new Map();
  for (const key of keys) {
    const owner = key.includes(".") ? key.slice(0, key.indexOf(".")) : key;
    const lane = owners.has(owner) ? owner : "";
    if (!lanes.has(lane)) lanes.set(lane, []);
    lanes.get(lane).push(key);
  }
  return [...lanes].map(([name, keys]) => ({ name, keys }));
}

const listed = (names) => names.length < 3 ? names.join(" and ") : names.slice(0, -1).join(", ") + " and " + names.at(-1);
const some = (names) => names.length > 12 ? names.slice(0, 10).join(", ") + ` and ${names.length - 10} others` : listed(names);
const counted = (number, noun) => number.toLocaleString("en") + " " + noun + (number === 1 ? "" : "s");

// What the verdict says, under which assumptions, and why it can be trusted.
function meaning() {
  const { weak, strong, assume, deadlock } = data.conditions;
  const demands = [];
  if (weak.length) demands.push("is weakly fair to " + some(weak));
  if (strong.length) demands.push("is strongly fair to " + some(strong));
  if (assume.length) demands.push("satisfies the assumption" + (assume.length > 1 ? "s " : " ") + listed(assume));
  const runs = demands.length ? "run that " + listed(demands) : "run";
  const { states, product_states: searched } = answer.stats;
  const ends = {
    stutter: "A run that deadlocks stays in its last state forever.", drop: "Runs that deadlock are ignored.",
    error: "A run that deadlocks stays in its last state forever, and is reported as a violation of its own.",
  }[deadlock];
  const words = {
    holds: [answer.vacuous ? "It holds vacuously: every run is ruled out." : `Every ${runs} satisfies the property. ${ends}`,
      `The search was complete: ${counted(searched, "state")} of the product of the model (${counted(states, "state")}) and the automaton of the violating runs, `
      + "none of them on a run that is considered and violates the property. "
      + "To have the answer confirmed independently, ask again with another --algorithm or --translation."],
    violated: [demands.length ? `A ${runs} violates the property.` : "A run violates the property.",
      "The run below was replayed on the model, step by step, and what it violates was evaluated by definition, without the code of the search."],
    undecided: ["A limit ended the search before there was an answer.", ""],
  }[answer.verdict];
  $("meaning").replaceChildren(make("p", words[0]), make("p", words[1], "trust"));
}

// Sentences about the counterexample; where they are many, events with the same reason share one.
function notes() {
  const all = answer.notes || [], groups = new Map(), others = [];
  for (const note of all) {
    const [, strength, event, reason, at] = note.match(/^(weakly|strongly) fair to (.*): (never enabled in the cycle|taken at step|not enabled in state)(?: (\d+))?$/s) || [];
    if (!event) { others.push(note); continue; }
    const [why, where] = {
      "never enabled in the cycle": ["never enabled in the cycle"], "taken at step": ["taken in the cycle", "step"],
      "not enabled in state": ["not always enabled in the cycle", "not in state"],
    }[reason];
    const key = `${strength} fair because ${why}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(at ? `${event} (${where} ${at})` : event);
  }
  const few = all.length - others.length <= 4;
  const grouped = [...groups].map(([key, events]) => `${key}: ${events.join(", ")}`);
  $("notes").replaceChildren(...(few ? all : [...others, ...grouped]).map((note) => make("p", note)));
}

function statistics() {
  const { states, transitions, product_states, product_transitions, fairness_pairs, depth, time_s, peak_memory_bytes } = answer.stats;
  const pairs = fairness_pairs ? `, with ${counted(fairness_pairs, "fairness pair")}` : "";
  const memory = peak_memory_bytes ? ` and ${Math.ceil(peak_memory_bytes / 2 ** 20).toLocaleString("en")} MiB of memory at most` : "";
  $("statistics").textContent = `${counted(states, "state")} and ${counted(transitions, "transition")} of the model were met; the search (${answer.algorithm}) saw `
    + `${counted(product_states, "state")} and ${counted(product_transitions, "transition")} of the product, to a depth of ${depth.toLocaleString("en")}${pairs}. `
    + `It took ${time_s.toFixed(3)} seconds${memory}.`;
}

function choose(number) {
  answer = data.results[number];
  $("verdict").textContent = answer.verdict + (answer.vacuous ? " (vacuously: every run is ruled out)" : "");
  $("verdict").className = answer.verdict;
  meaning();
  notes();
  statistics();
  const trace = answer.counterexample;
  steps = trace ? [...trace.prefix, ...trace.cycle] : [];
  start = trace ? trace.prefix.length : 0;
  for (const id of ["trace", "timelines", "legend"]) $(id).hidden = !trace;
  document.querySelector("aside").hidden = !trace;
  lanes = lanesOf(steps);
  [now, round] = [0, 0];
  if (!trace) return;
  $("legend-cycle").hidden = !trace.cycle.length;
  $("legend-open").hidden = trace.cycle.length > 0;
  const head = ["", "", "step", ...lanes.map((lane) => lane.name || "shared")];
  $("lanes").replaceChildren(...head.map((text) => make("span", text)));
  $("rows").style.height = steps.length * ROW + "px";
  $("trace").style.setProperty("--columns", columns());
  $("figure").hidden = !answer.automaton;
  $("automaton").innerHTML = answer.automaton ? answer.automaton.svg : "";
  $("caption").textContent = "The automaton that was searched: it accepts the runs that violate the property."
    + (answer.automaton?.reading ? " It is in the marked state before it reads the state that is shown." : "");
  drawTimelines();
  go(0, 0);
}

// Columns share the width by what they have to show, no column less than its name.
function columns() {
  const seen = steps.length > 500 ? [...steps.slice(0, 250), ...steps.slice(-250)] : steps;
  const longest = (texts) => Math.min(60, Math.max(6, ...texts.map((text) => text.length)) + 3);
  const events = longest(seen.map((step) => step.event.join(" & ")));
  const widths = lanes.map((lane) => {
    const shown = (step) => lane.keys.map((key) => short(lane, key, show(step.state[key] ?? 0))).join(" ");
    return longest([lane.name || "shared", ...seen.map(shown)]);
  });
  return ["4em", "2.4em", ...[events, ...widths].map((width) => `minmax(${Math.min(width, 14)}ch, ${width}fr)`)].join(" ");
}

const short = (lane, key, value) => key === lane.name ? value : key.slice(lane.name ? lane.name.length + 1 : 0) + "=" + value;

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
      cell.append(make("span", short(lane, key, value) + " ", changed ? "changed" : before ? "same" : ""));
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
  const all = [...propositions, ...answer.timelines];
  $("timelines").style.setProperty("--names", Math.max(5, ...all.map(([name]) => name.length)) + 1 + "ch");
  const lines = [["state", null], ...all].map(([name, values]) => {
    const line = make("div", undefined, values ? "timeline" : "timeline ruler"), label = make("span", name), canvas = make("canvas");
    label.title = name;
    canvas.values = values;
    canvas.onclick = (event) => {
      const share = event.offsetX / canvas.clientWidth;
      go(Math.min(steps.length - 1, Math.floor(share * steps.length)), 0);
    };
    line.append(label, canvas);
    return line;
  });
  $("timelines").replaceChildren(...lines);
}

// The numbers of states over the timelines, as many as there is room for.
function paintRuler(pen, width, colour) {
  const cell = width / steps.length, room = (String(steps.length).length + 2) * 8;
  const every = [1, 2, 5, 10, 20, 50].flatMap((step) => [1, 100, 1e4, 1e6].map((scale) => step * scale))
    .sort((one, other) => one - other).find((step) => step * cell >= room) || steps.length;
  pen.font = "12px 'DejaVu Sans Mono', monospace";
  pen.textAlign = "center";
  pen.fillStyle = colour("--faint");
  for (let at = 0; at < steps.length; at += every) {
    const middle = (at + 0.5) * cell, half = String(at).length * 4;
    pen.fillText(at, Math.min(width - half, Math.max(half, middle)), 12);
  }
}

function paint(canvas) {
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(name).trim();
  const [width, height, sharp] = [canvas.clientWidth, 16, window.devicePixelRatio || 1];
  [canvas.width, canvas.height] = [width * sharp, height * sharp];
  const pen = canvas.getContext("2d");
  pen.scale(sharp, sharp);
  if (!canvas.values) return paintRuler(pen, width, colour);
  const cell = width / canvas.values.length;
  pen.fillStyle = colour("--line");
  pen.fillRect(0, height / 2 - 1, width, 2);
  pen.fillStyle = colour("--changed");
  canvas.values.forEach((value, at) => {
    if (value === null) pen.clearRect(at * cell, 0, cell, height);
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
