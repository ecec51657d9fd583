"use strict";
const at = (id) => document.getElementById(id);
const inputs = [...document.querySelectorAll("input")];
const pairs = inputs.filter((input) => input.dataset.side === "ns").map((ns) => [ns, inputs[inputs.indexOf(ns) + 1]]);
const place = `rotation ${document.querySelectorAll("label").length} ${document.querySelector("legend + p").textContent}`;

// The same sum as `league.rotations.check_sum`.
function checkSum(text) {
  return [...text].reduce((sum, char, index) => (sum + (index + 1) * char.codePointAt(0)) % 97, 0);
}

function code() {
  const filled = pairs.filter(([ns, ew]) => ns.value !== "" && ew.value !== "");
  const text = filled.map(([ns, ew]) => `${ns.dataset.game}.${ns.dataset.table}=${Number(ns.value)}:${Number(ew.value)}`).join(" ");
  return text && `${text} #${checkSum(text)}`;
}

function tell() {
  const made = code();
  at("code").textContent = made || "Nothing is typed yet.";
  at("file").href = `data:text/plain,${encodeURIComponent(`${made}\n`)}`;
}

function remember() {
  try {
    localStorage.setItem(place, JSON.stringify(inputs.map((input) => input.value)));
  } catch {
    at("said").textContent = "This phone keeps nothing: copy the code before you close the page.";
  }
}

try {
  const kept = JSON.parse(localStorage.getItem(place)) || [];
  inputs.forEach((input, index) => { input.value = kept[index] || ""; });
} catch {
  // Nothing was kept.
}
addEventListener("input", () => {
  remember();
  tell();
});
at("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(code());
    at("said").textContent = "Copied.";
  } catch {
    at("said").textContent = "Press on the code and copy it.";
  }
});
tell();
