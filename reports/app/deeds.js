// What the recorder can do besides, where the judge is inside.
let installing = null;
Object.assign(DEEDS, {
  rule: () => {
    const record = recordNow();
    if (!record) return notice(say("nothing-yet"));
    return ruleOn(new TextEncoder().encode(JSON.stringify(record)), `${record.id}.json`, { decide: decideHere });
  },
  "rule-pasted": () => {
    const { value } = byId("receive").querySelector("textarea");
    byId("receive").close();
    return ruleOn(new TextEncoder().encode(value), say("the-text"));
  },
  "rule-file": () => byId("rule-file").click(),
  "rule-stop": stopJudge,
  install: () => { installing?.prompt(); show(byId("install"), false); },
  "rule-save": () => download(shown.page, `${shown.id}.html`, "text/html"),
  "rule-share": () => handOn(handedOn(shown), tellRuling),
  "rule-hand": () => { DEEDS["save-text"](); tellRuling(byId("saved").textContent); },
  "rule-close": () => byId("ruling").close(),
});

// Whom the arbiter believes becomes part of the hand on the table.
function decideHere({ account, ...found }) {
  const hand = currentHand(night);
  if (hand.record) {
    hand.record.accounts[account - 1].found = found;
    hand.text = textOfRecord(hand.record);
    after();
  } else {
    enter({ do: "found", account: account - 1, ...found });
  }
  return DEEDS.rule();
}

// The next question finds another judge awake.
function stopJudge() {
  judge.stop();
  judge.wake();
}

async function ruleOnFile({ target }) {
  const [file] = target.files;
  const bytes = new Uint8Array(await file.arrayBuffer());
  target.value = "";
  return ruleOn(bytes, file.name);
}

// The judge tells of a house's own rules whether they are sound, and what game they make.
const unjudged = READING.rules;
READING.rules = async (text, source) => {
  if (Judge.lacking) return unjudged(text, source);
  const found = await considered({ ask: "house", bytes: new TextEncoder().encode(text), source }, "judging-rules");
  if (found) byId("ruling").close();
  return found;
};

// A club's book is kept for the next night, and takes the place of the one before.
READING.book = async (text, source) => {
  if (Judge.lacking) return notice(say(Judge.lacking));
  const found = await considered({ ask: "decisions", bytes: new TextEncoder().encode(text), source }, "judging-book");
  if (!found) return null;
  byId("ruling").close();
  if (found.refused) return notice(found.refused);
  return notice(tryKeeping(KEPT_BOOK, text) ? say("book-taken", found) : say("book-not-kept"));
};

byId("receive-form").content.querySelector(".bar").append(button({ "data-do": "rule-pasted" }, say("rule-pasted")));
ALWAYS["!"] = "rule";
byId("back").append(button({ "data-do": "rule", class: "main" }, say("rule-here"), "!"));
// A file is ruled on from the table, and before anybody has sat down.
for (const place of [byId("saved"), byId("setup").lastElementChild]) {
  place.before(make("div", { class: "bar" }, button({ "data-do": "rule-file" }, say("rule-file"))));
}
byId("rule-file").addEventListener("change", ruleOnFile);
byId("ruling").addEventListener("close", () => { if (judge.isThinking) stopJudge(); });
addEventListener("claimed", () => Judge.lacking || judge.wake());
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installing = event;
  show(byId("install"), true);
});
// The one file has all inside; a folder has once its keeper has put it by.
function tellOffline() {
  byId("offline").textContent = say("offline");
}
if (Judge.isWhole && !Judge.lacking) tellOffline();
if (navigator.serviceWorker && !Judge.isWhole && !Judge.lacking) {
  navigator.serviceWorker.register("keeper.js");
  navigator.serviceWorker.ready.then(tellOffline);
}
