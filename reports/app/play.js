// A hand, and the ruling on it, made again after each change. The address holds the hand and the rules, to be shared.
const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const DATA = JSON.parse(byId("play-data").textContent);
const say = (name, given = {}) => DATA.words[name].replace(/\{(\w+)\}/g, (whole, key) => given[key] ?? whole);
// Milliseconds without a keystroke after which a hand is ruled on.
const PAUSE = 600;
let shown = null;
let pause = null;
let busy = false;
let changed = false;

function tell(words) {
  byId("says").textContent = words;
}

// One question at a time; what was changed in the meantime is asked next.
async function rule() {
  clearTimeout(pause);
  changed = true;
  if (busy) return;
  busy = true;
  byId("works").hidden = false;
  tell(say("judging"));
  while (changed) {
    changed = false;
    const [text, ruleset] = [byId("hand").value, byId("rules").value];
    history.replaceState(null, "", await address(text, ruleset));
    const bytes = new TextEncoder().encode(text);
    const answer = await judge.ask({ ask: "rule", bytes, source: say("the-text"), rules: DATA.own, ruleset: ruleset || undefined });
    if (!changed) showAnswer(answer);
  }
  busy = false;
  byId("works").hidden = true;
}

function showAnswer({ broken, found }) {
  shown = found?.page ? found : null;
  if (broken) tell(say("judge-broken", { why: broken.trim().split("\n").at(-1) }));
  else tell(found.hands ? say("several-hands", { count: found.hands.length }) : found.refused || "");
  byId("ruling-page").hidden = byId("save").hidden = !shown;
  if (shown) showPage(shown.page);
}

// The part of an address after `#` is never sent to a host.
async function address(text, ruleset) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const hand = btoa(String.fromCharCode(...packed)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `#${new URLSearchParams({ ...(ruleset && { rules: ruleset }), hand })}`;
}

async function handOf(packed) {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// What the address holds; else the example.
async function begin() {
  const asked = new URLSearchParams(location.hash.slice(1));
  byId("hand").value = DATA.examples[byId("example").value];
  try {
    if (asked.has("hand")) byId("hand").value = await handOf(asked.get("hand"));
  } catch {
    return tell(say("broken-link"));
  }
  byId("rules").value = asked.get("rules") || "";
  if (byId("rules").selectedIndex < 0) return tell(say("unknown-rules", { rules: asked.get("rules") }));
  return rule();
}

async function share() {
  const url = location.href;
  try {
    if (navigator.share) await navigator.share({ url });
    else await navigator.clipboard.writeText(url).then(() => tell(say("link-copied")));
  } catch (problem) {
    if (problem.name !== "AbortError") tell(say("link-above"));
  }
}

function save() {
  const link = Object.assign(document.createElement("a"), { download: `${shown.id}.html` });
  link.href = URL.createObjectURL(new Blob([shown.page], { type: "text/html" }));
  link.click();
  URL.revokeObjectURL(link.href);
}

byId("hand").addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(rule, PAUSE);
});
byId("rules").addEventListener("change", rule);
byId("example").addEventListener("change", ({ target }) => {
  byId("hand").value = DATA.examples[target.value];
  byId("rules").value = "";
  rule();
});
byId("share").addEventListener("click", share);
byId("save").addEventListener("click", save);
addEventListener("hashchange", begin);
if (Judge.lacking) tell(say(Judge.lacking));
else {
  navigator.serviceWorker?.register("keeper.js");
  begin();
}
