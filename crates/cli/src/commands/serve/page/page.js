"use strict";
// The page asks, the server runs a command and answers; what comes back is shown as text, or as a picture without scripts.
const $ = (id) => document.getElementById(id);

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

// Asks the server.  Aborting closes the connection, and the server ends the computation.
async function ask(path, question, signal) {
  const response = await fetch(path, {
    method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(question),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

// Shows in `box` that something is computed, with a button that ends it; then what came of it.
async function run(box, path, question, show) {
  const abort = new AbortController(), begin = Date.now();
  const time = make("span", { textContent: "computing …" });
  const cancel = make("button", { type: "button", className: "cancel", textContent: "Cancel" });
  cancel.onclick = () => abort.abort();
  box.replaceChildren(make("div", { className: "waiting" }, time, cancel));
  box.cancel = () => abort.abort();
  const clock = setInterval(() => { time.textContent = `computing … ${((Date.now() - begin) / 1000).toFixed(0)} s`; }, 1000);
  try {
    const answer = await ask(path, question, abort.signal);
    box.replaceChildren(...parts(answer, show));
    return answer;
  } catch (error) {
    const words = error.name === "AbortError" ? "Cancelled." : error instanceof TypeError ? "The server does not answer." : error.message;
    box.replaceChildren(make("p", { className: "fault", textContent: words }));
  } finally {
    clearInterval(clock);
    box.cancel = null;
  }
}

// The parts of an answer: why there is none, what `show` makes of it, messages, and the command that gave it.
function parts(answer, show) {
  const all = [];
  if (answer.stopped) all.push(make("p", { className: "fault", textContent: `No answer: ${answer.stopped}.` }));
  else if (answer.exit === 4) all.push(make("p", { className: "fault", textContent: "Internal error; please report it." }));
  else all.push(...show(answer));
  if (answer.messages) all.push(make("pre", { textContent: answer.messages }));
  all.push(make("code", { className: "command", textContent: answer.command }));
  return all;
}

// A picture, from the text of an SVG document of ours.
function picture(answer, name) {
  if (!answer.output) return [];
  const svg = document.importNode(new DOMParser().parseFromString(answer.output, "image/svg+xml").documentElement, true);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", name);
  const button = make("button", { type: "button", className: "picture", title: "Enlarge" }, svg);
  button.onclick = () => {
    $("large").lastElementChild.replaceChildren(svg.cloneNode(true));
    $("large").showModal();
  };
  return [button];
}

const classes = {
  bottom: "both safety and guarantee: finitely many states decide it",
  safety: "something bad never happens",
  guarantee: "something good happens",
  obligation: "a boolean combination of safety and guarantee",
  recurrence: "something good happens again and again",
  persistence: "from some point on, something good is always so",
  reactivity: "a boolean combination of recurrence and persistence",
};

function facts(answer) {
  if (!answer.output) return [];
  const known = JSON.parse(answer.output);
  const named = (name) => [make("b", { textContent: name }), `: ${classes[name] || ""}`];
  const rows = [
    ["Simplified", [make("code", { textContent: known.simplified })]],
    ["Class by its syntax", named(known.syntactic)],
    ["Class exactly", named(known.exact)],
    ["Stutter-invariant", [known.stutter_invariant
      ? "yes: repeating a letter never changes the truth value" : "no: repeating a letter can change the truth value"]],
  ];
  const table = make("table", { className: "facts" });
  for (const [name, value] of rows) {
    table.append(make("tr", {}, make("th", { textContent: name, scope: "row" }), make("td", {}, ...value)));
  }
  return [table];
}

// A word in Spot's notation, with the letters that repeat underlined.
function word(text) {
  const at = text.lastIndexOf("cycle{");
  return make("li", { className: "word" }, text.slice(0, at), make("span", { className: "cycle", textContent: text.slice(at), title: "forever" }));
}

function words(answer) {
  if (!answer.output) return [];
  const known = JSON.parse(answer.output);
  const column = (title, className, words, areAll) => {
    const more = areAll ? (words.length ? "and no others" : "none") : "and others";
    return make("section", {}, make("h3", { className, textContent: title }), make("ol", {}, ...words.map(word)),
      make("p", { className: "hint", textContent: more }));
  };
  return [make("div", { className: "words" },
    column("✓ Words that satisfy it", "accepted", known.accepted, known.accepted_are_all),
    column("✗ Words that do not", "rejected", known.rejected, known.rejected_are_all))];
}

const cards = [
  ["facts", "The formula", "What it says, and where it stands in the temporal hierarchy.", facts],
  ["words", "Words", "A letter says no more than is needed; the underlined part repeats forever.", words],
  ["alternating", "Alternating automaton", "A state a subformula; a step may lead to several states at once.", picture],
  ["tgba", "Generalized Büchi automaton (TGBA)", "Runs that see every coloured number again and again accept.", picture],
  ["buchi", "Büchi automaton", "Runs that visit a doubly circled state again and again accept.", picture],
  ["deterministic", "Deterministic automaton", "One run for every word; the condition stands above.", picture],
];

function askFormula() {
  for (const box of document.querySelectorAll("#cards .body")) box.cancel?.();
  const formula = $("formula").value;
  const running = cards.map(([show, title, about, render]) => {
    const body = make("div", { className: "body" });
    const card = make("article", { className: "card", id: "card-" + show },
      make("h2", { textContent: title }), make("p", { className: "about", textContent: about }), body);
    return [card, run(body, "/formula", { formula, show }, (answer) => render(answer, `${title} of ${formula}`))];
  });
  $("cards").replaceChildren(...running.map(([card]) => card));
  $("cancel-formula").hidden = false;
  const round = (askFormula.round = (askFormula.round || 0) + 1);
  // A formula that is at fault is told of once.
  running[0][1].then((answer) => {
    if (answer?.exit !== 2 || askFormula.round !== round) return;
    for (const box of document.querySelectorAll("#cards .body")) box.cancel?.();
    $("cards").replaceChildren(running[0][0]);
  });
  Promise.allSettled(running.map(([, done]) => done)).then(() => {
    if (askFormula.round === round) $("cancel-formula").hidden = true;
  });
}

const verdicts = { 0: ["holds", "accepted"], 1: ["violated", "rejected"], 2: ["The question is at fault.", "fault"], 3: ["undecided", "fault"] };

function verdict(answer) {
  const [text, className] = verdicts[answer.exit] || ["No answer.", "fault"];
  const all = [make("p", { className: "answer " + className, textContent: text })];
  if (answer.report) all.push(make("iframe", { src: answer.report, title: "report" }));
  return all;
}

function askModel() {
  const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
  const globs = (text) => text.split(/[\s,]+/).filter(Boolean);
  const fairness = $("fairness").value;
  $("verdict").firstElementChild?.cancel?.();
  const box = make("div");
  $("verdict").replaceChildren(box);
  run(box, "/check", {
    model: $("model").value, language: $("language").value, ltl: lines($("ltl").value), deadlock: $("deadlock").value,
    weak: fairness === "weak" ? ["*"] : fairness === "some" ? globs($("weak").value) : [],
    strong: fairness === "strong" ? ["*"] : fairness === "some" ? globs($("strong").value) : [],
  }, verdict).then(() => box.scrollIntoView({ block: "nearest" }));
}

function choose(tab) {
  for (const other of document.querySelectorAll("[role=tab]")) {
    const chosen = other === tab;
    other.setAttribute("aria-selected", chosen);
    other.tabIndex = chosen ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !chosen;
  }
}

for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.onclick = () => choose(tab);
  tab.onkeydown = (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = tab.nextElementSibling || tab.previousElementSibling;
    choose(other);
    other.focus();
  };
}
for (const example of document.querySelectorAll(".example")) {
  example.onclick = () => { $("formula").value = example.textContent; askFormula(); };
}
$("ask-formula").onsubmit = (event) => { event.preventDefault(); askFormula(); };
$("ask-model").onsubmit = (event) => { event.preventDefault(); askModel(); };
$("cancel-formula").onclick = () => {
  for (const box of document.querySelectorAll("#cards .body")) box.cancel?.();
};
$("fairness").onchange = () => { $("globs").hidden = $("fairness").value !== "some"; };
$("theme").onclick = () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
};

fetch("/examples.json").then((response) => response.json()).then((examples) => {
  $("example").append(...examples.map((example, number) => make("option", { value: number, textContent: example.name })));
  $("example").onchange = () => {
    const { language, model, ltl, fairness } = examples[$("example").value];
    $("language").value = language;
    $("model").value = model;
    $("ltl").value = ltl;
    $("fairness").value = fairness;
    $("fairness").onchange();
    $("deadlock").value = "stutter";
  };
  $("example").onchange();
});
askFormula();
