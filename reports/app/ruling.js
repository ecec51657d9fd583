// The ruling on a hand, over the recorder: asked for, waited for, shown, saved.
let shown = null;

async function ruleOn(bytes, source, hand) {
  const found = await considered({ ask: "ruled", bytes, source, hand });
  if (found?.hands) offerHands(found.hands, bytes, source);
  else if (found) showRuling(found);
}

// What the judge says to a question; null where there is nothing to show, which is told.
async function considered(question, says = "judging") {
  openRuling();
  if (Judge.lacking) return tellRuling(say(Judge.lacking));
  const waiting = setInterval(showWork, 500, performance.now());
  for (const part of ["ruling-stop", "ruling-works"]) show(byId(part), true);
  tellRuling(say(says));
  const answer = await judge.ask({ ...question, rules: ownRules() });
  clearInterval(waiting);
  for (const part of ["ruling-stop", "ruling-works"]) show(byId(part), false);
  if (!answer) return tellRuling(say("judge-stopped"));
  if (answer.broken) return tellRuling(say("judge-broken", { why: answer.broken.trim().split("\n").at(-1) }));
  return answer.found;
}

// A search that takes long shows that it works.
function showWork(since) {
  const seconds = Math.floor((performance.now() - since) / 1000);
  if (seconds >= 3) tellRuling(say("judging-long", { seconds }));
}

function openRuling() {
  shown = null;
  if (!byId("ruling").open) byId("ruling").showModal();
  for (const part of ["ruling-page", "ruling-save", "ruling-share"]) show(byId(part), false);
  byId("ruling-hands").replaceChildren();
}

function tellRuling(words) {
  byId("ruling-says").textContent = words;
}

// Of a ruling that was opened it is told whether its record gives it; what is shown is what the record gives.
function showRuling(found) {
  const { page, refused, otherwise } = found;
  if (otherwise) tellRuling(otherwise.length ? [say("otherwise"), ...otherwise].join("\n") : say("again"));
  else tellRuling(refused || "");
  if (!page) return;
  shown = found;
  byId("ruling-page").srcdoc = page;
  for (const part of ["ruling-page", "ruling-save"]) show(byId(part), true);
  show(byId("ruling-share"), Boolean(navigator.canShare?.(handedOn(found))));
}

// The ruling, and the hand and the message that are in its page.
function handedOn({ id, page }) {
  const inside = new DOMParser().parseFromString(page, "text/html");
  const { hand } = inside.getElementById("share").dataset;
  const files = [new File([page], `${id}.html`, { type: "text/html" }), ...(hand ? [handFile(hand, `${id}.clab`)] : [])];
  return { files, text: inside.getElementById("copy").dataset.message };
}

function offerHands(ids, bytes, source) {
  tellRuling(say("which-hand", { count: ids.length }));
  const choices = ids.map((id) => [id, () => ruleOn(bytes, source, id)]);
  byId("ruling-hands").replaceChildren(...[...choices, [say("all-hands"), () => ruleOnAll(bytes, source)]].map(([words, deed]) => {
    const choice = button({}, words);
    choice.addEventListener("click", deed);
    return choice;
  }));
}

async function ruleOnAll(bytes, source) {
  const found = await considered({ ask: "listed", bytes, source });
  if (!found) return;
  const name = `${source.replace(/\.[^.]*$/, "")}-rulings.jsonl`;
  if (found.count) download(found.rulings, name, "application/x-ndjson");
  tellRuling([found.count && say("saved-rulings", { name, ...found }), found.refused].filter(Boolean).join("\n"));
}
