// Small help with the page itself.
function byId(id) {
  return document.getElementById(id);
}

function all(selector, within = document) {
  return [...within.querySelectorAll(selector)];
}

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function show(element, visible) {
  if (!visible && element.contains(document.activeElement)) document.activeElement.blur();
  element.hidden = !visible;
}

// A card drawn, its suit colored; for the ear it is named.
function drawn(card, kind = "") {
  return make("b", { class: `face ${suitOn(card)} ${kind}`.trim(), role: "img", "aria-label": spoken(card) }, face(card));
}

// A number that the record can hold, else null; one below zero only where it may have a sign.
function numberIn(text, most = 1000, signed = false) {
  const fits = (signed ? /^\s*[+-]?\d{1,4}\s*$/ : /^\s*\d{1,4}\s*$/).test(text);
  return fits && Math.abs(Number(text)) <= most ? Number(text) : null;
}

const PLAIN = new RegExp(TABLES.plain, "u");
const NAMED = new RegExp(TABLES.named, "u");

// Texts as a record takes them: nothing that nobody sees, no blanks around.
function plain(text) {
  return [...text].filter((char) => PLAIN.test(char)).join("").trim();
}

function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

// The same of a name, which is none where nothing but blanks is left.
function plainName(text) {
  const name = plain(text);
  return NAMED.test(name) ? name : "";
}
