"use strict";
/* House rules from answers: the file is written anew at every change, and kept in this browser. */
const table = JSON.parse(document.getElementById("clabber-tables").textContent);
const at = (id) => document.getElementById(id);
const form = at("house");
const kept = "clabber-house-" + table.parent;
let asked = null;

function answerOf(question) {
  const number = form.elements[question.name + "-number"];
  if (number && number.value.trim() !== "") return { value: Number(number.value), valid: number.checkValidity() && Number.isInteger(Number(number.value)) };
  const chosen = form.elements[question.name];
  return { value: chosen ? question.choices[Number(chosen.value)].value : question.usual, valid: !number || !number.validity.badInput };
}

function idOf(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "house-rules";
}

function tell(box, text) {
  box.textContent = text;
  box.hidden = !text;
}

function written(answers, title) {
  const lines = [table.head, "id = " + JSON.stringify(idOf(title)), "title = " + JSON.stringify(title), "extends = " + JSON.stringify(table.parent)];
  for (const name of ["parameters", "toggles"]) {
    const own = table.questions.filter((question) => question.table === name && answers[question.name] !== question.usual);
    if (own.length) lines.push("", "[" + name + "]");
    for (const question of own) lines.push("# " + question.text + " (Usual: " + question.words + ")", question.name + " = " + JSON.stringify(answers[question.name]));
  }
  return lines.join("\n") + "\n";
}

/* The answers that do not go together, and those that are none: where, why, what to do. */
function problems(answers) {
  const found = new Map();
  for (const one of table.conflicts) {
    const names = Object.keys(one.answers);
    if (names.every((name) => answers[name] === one.answers[name])) {
      const which = names.find((name) => answers[name] !== table.questions.find((question) => question.name === name).usual);
      if (which) found.set(which, "These do not go together: " + names.map((name) => name + " = " + JSON.stringify(answers[name])).join(", ") + ". " + one.why + ". What to do: " + one.help + ".");
    }
  }
  return found;
}

function renew() {
  const answers = {}, wrong = new Map();
  for (const question of table.questions) {
    const { value, valid } = answerOf(question);
    answers[question.name] = valid ? value : question.usual;
    if (!valid) wrong.set(question.name, "Give a whole number" + (question.range ? " from " + question.range[0] + " to " + question.range[1] : "") + ".");
  }
  for (const [name, text] of problems(answers)) wrong.set(name, text);
  for (const question of table.questions) {
    if (answers[question.name] === question.usual) continue;
    for (const [name, value] of Object.entries(question.implies)) {
      if (answers[name] !== value) wrong.set(question.name, "This counts only with another answer to “" + table.questions.find((one) => one.name === name).text + "”: " + value + ".");
    }
  }
  let changed = 0;
  for (const question of table.questions) {
    const field = at("q-" + question.name), own = answers[question.name] !== question.usual;
    changed += own;
    field.classList.toggle("changed", own);
    tell(field.querySelector(".wrong"), wrong.get(question.name) || "");
  }
  const title = at("name").value.trim();
  at("file").value = written(answers, title || "House rules");
  at("file-name").textContent = idOf(title) + ".toml";
  tell(at("wrong"), wrong.size ? "Not ready: " + wrong.size + (wrong.size === 1 ? " answer needs" : " answers need") + " another look above." : title ? "" : "Give your rules a name.");
  at("save").disabled = at("copy").disabled = wrong.size > 0 || !title;
  at("count").textContent = changed === 1 ? "1 answer is your own." : changed + " answers are your own.";
  const values = [...form.elements].filter((one) => one.name && (one.type !== "radio" || one.checked)).map((one) => [one.name, one.value]);
  try { localStorage.setItem(kept, JSON.stringify([title, values])); } catch { /* A browser may keep nothing. */ }
}

function restore() {
  let before = null;
  try { before = JSON.parse(localStorage.getItem(kept)); } catch { return; }
  if (!Array.isArray(before)) return;
  at("name").value = before[0];
  for (const [name, value] of before[1]) {
    const field = form.elements[name];
    if (field) field.value = value;
  }
}

form.addEventListener("input", (event) => {
  if (event.target.type === "radio") {
    const number = form.elements[event.target.name + "-number"];
    if (number) number.value = "";
  }
  if (event.target.id === "find") {
    const words = event.target.value.trim().toLowerCase();
    for (const field of form.querySelectorAll("fieldset")) field.hidden = !field.dataset.words.includes(words);
  } else renew();
});
form.addEventListener("submit", (event) => event.preventDefault());
at("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([at("file").value], { type: "application/toml" }));
  link.download = at("file-name").textContent;
  link.click();
  at("said").textContent = link.download + " is saved.";
});
at("copy").addEventListener("click", async () => {
  at("file").select();
  try {
    await navigator.clipboard.writeText(at("file").value);
    at("said").textContent = "Copied.";
  } catch {
    at("said").textContent = "The text is selected; copy it with the keyboard or the menu.";
  }
});
at("reset").addEventListener("click", () => {
  if (!asked || Date.now() - asked > 10000) {
    asked = Date.now();
    at("said").textContent = "Press again to take all answers back.";
    return;
  }
  const title = at("name").value;
  form.reset();
  at("name").value = title;
  at("said").textContent = "All answers are as usual.";
  renew();
});
restore();
renew();
