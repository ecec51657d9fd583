// The deeds behind the buttons and their keys, by name.
const DEEDS = {
  undo: () => takeBack(1),
  redo: () => { redo(currentHand(night)); after(); },
  other: () => { naming = true; notice(say("name-seat")); },
  end: () => enter({ do: "end" }),
  turned: () => enter({ do: "turned" }),
  next: () => goOn(false),
  game: () => goOn(true),
  belle: enterBelle,
  meld: () => openPanel("meld", { seat: actor() }),
  show: openShow,
  claim: () => openPanel("claim", { seat: other }),
  exposed: () => openPanel("exposed", { seat: actor() }),
  look: () => openPanel("look", { seat: other, trick: tableNow().tricks.filter((trick) => trick.length === tableNow().width).length || null }),
  misdeal: () => openPanel("misdeal", { seat: other || currentHand(night).dealer }),
  incident: () => openPanel("incident", { seat: other }),
  laydown: () => openPanel("laydown", { seat: actor() }),
  held: () => openPanel("held", { seat: other }),
  give: () => openPanel("give", { seat: other || tableNow().maker }),
  out: () => openPanel("out", { seat: other }),
  special: () => openPanel("special", { seat: other }),
  blind: () => openPanel("blind"),
  before: () => openPanel("before"),
  trump: () => openPanel("trump", { seat: other || tableNow().maker }),
  lone: () => { lone = !lone; draw(); },
  note: () => openPanel("note"),
  dealing: () => openPanel("dealing"),
  lost: () => (actor() ? openPanel("lost") : notice(say("who-first"))),
  contract: () => openPanel("contract", { seat: other }),
  "no-contract": () => enter({ do: "contract", maker: null, trump: null }),
  way: () => { const hand = currentHand(night); hand.heaps = !hand.heaps; after(); },
  "save-json": () => save(jsonOf(night), recordsOf(night).length > 1 ? "jsonl" : "json", "application/x-ndjson"),
  "save-text": () => save(textOf(night), "clab", "text/plain"),
  "copy-json": () => copy(jsonOf(night), "json"),
  "copy-text": () => copy(textOf(night), "text"),
  open: () => byId("file").click(),
  share,
  code: showCode,
  receive,
  received: () => byId("receive").close(),
  setup: () => openSetup(night.setup),
  night: () => ask(say("new-night"), { yes: say("keep-night"), anyway: say("throw-night") }, () => { night = null; keep(null); openSetup(null); }),
};

function tableNow() {
  return stand(currentHand(night));
}

function actor() {
  return actorOf(tableNow());
}

// Melds that were called and of which nothing was shown yet.
function dueMelds() {
  return tableNow().melds.filter((meld) => meld.kind !== "belle" && !meld.cards && meld.called !== "never");
}

// Showing: whoever acts, if something is still to be shown; else the first who called and has not shown.
function openShow() {
  const due = dueMelds();
  const meld = due.find(({ seat }) => seat === actor()) || (other ? null : due[0]);
  openPanel("show", { seat: meld ? meld.seat : actor() });
}

// A file for the downloads.
function save(text, ending, type) {
  if (!text) return saved(say("nothing-yet"));
  const name = fileName(ending);
  download(text, name, type);
  return saved(say("saved", { name, count: recordsOf(night).length }));
}

// A file is named after its first hand, and after its last where there are more.
function fileName(ending) {
  const records = recordsOf(night);
  const to = records.length > 1 ? `-to-${/(g\d+-)?h\d+(\.\d+)?$/.exec(records.at(-1).id)?.[0] ?? records.length}` : "";
  return `${records[0].id}${to}.${ending}`;
}

function download(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

async function copy(text, place) {
  if (!text) return saved(say("nothing-yet"));
  try {
    await navigator.clipboard.writeText(text);
    return saved(say("copied", { count: recordsOf(night).length }));
  } catch {
    byId(place).closest("details").open = true;
    byId(place).select();
    return saved(say("copy-by-hand"));
  }
}

// What became of saving, and which hands the program will refuse.
function saved(words) {
  const ids = recordsOf(night).filter(repeatsCard).map(({ id }) => id);
  byId("saved").textContent = ids.length ? `${words} ${say("disputed", { ids: ids.join(", ") })}` : words;
}

function repeatsCard({ ruleset, seats, plays }) {
  return repeated(gameOf({ ruleset, seats: seats?.length }), plays).length > 0;
}
