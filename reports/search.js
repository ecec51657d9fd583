"use strict";
const rows = [];
const at = (id) => document.getElementById(id);
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

// Each file of the index calls this.
function found(part) {
  for (const [kind, title, line, href, words, round, infractions, disputed] of part) {
    const sought = plain([title, line, words, ...infractions].join(" ")).match(/[\p{L}\p{N}]+/gu) || [];
    rows.push({ kind, title, line, href, round, infractions, disputed, sought: ` ${sought.join(" ")}` });
  }
}

addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form");
  const fields = ["words", "kind", "round", "infraction"].map(at).filter(Boolean);
  const step = 50;
  let shown = step;

  function fits(row) {
    const chosen = (id) => (at(id) ? at(id).value : "");
    const words = plain(at("words").value).match(/[\p{L}\p{N}]+/gu) || [];
    return words.every((word) => row.sought.includes(` ${word}`))
      && (!chosen("kind") || row.kind === chosen("kind"))
      && (!chosen("round") || row.round === chosen("round"))
      && (!chosen("infraction") || row.infractions.includes(chosen("infraction")))
      && (!at("disputed").checked || row.disputed);
  }

  function put(under, name, text, kind) {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    under.append(made);
    return made;
  }

  function tell() {
    const all = rows.filter(fits);
    at("count").textContent = all.length === 1 ? "1 page" : `${all.length} pages`;
    at("results").replaceChildren();
    for (const row of all.slice(0, shown)) {
      const item = put(at("results"), "li", "");
      put(item, "a", row.title).href = row.href;
      put(item, "p", row.line, "context");
      if (row.disputed) put(item, "p", "In dispute", "open");
    }
    at("more").hidden = all.length <= shown;
  }

  // What is sought stands in the address, so that it is still there when one comes back.
  function keep() {
    const kept = new URLSearchParams();
    for (const field of fields) if (field.value) kept.set(field.id, field.value);
    if (at("disputed").checked) kept.set("disputed", "1");
    history.replaceState(null, "", `#${kept}`);
  }

  const asked = new URLSearchParams(location.hash.slice(1));
  for (const field of fields) field.value = asked.get(field.id) || "";
  at("disputed").checked = asked.has("disputed");
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    shown = step;
    keep();
    tell();
  });
  at("more").addEventListener("click", () => {
    shown += step;
    tell();
  });
  tell();
});
