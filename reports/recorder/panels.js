// The questions beside the cards, each a few parts of one dialog, which is filled when it opens and empty when it is
// closed. What is asked for is known by then; its answer becomes a step. `most` is how many cards it takes.
const PANELS = {
  meld: { parts: ["seat", "unnoted", "kind"], step: ({ seat, kind, unnoted }) => kind && { do: "meld", seat, kind, unnoted } },
  show: {
    parts: ["seat", "unnoted", "uncalled", "kind", "cards"],
    step: ({ seat, kind, cards, unnoted, uncalled }) => kind && cards.length && { do: "show", seat, kind, cards, unnoted, uncalled },
  },
  belle: { parts: ["seat"], step: ({ seat }) => seat && { do: "belle", seat } },
  exposed: { parts: ["seat", "cards"], most: 1, step: ({ seat, cards }) => ({ do: "incident", kind: TABLES.buttons.exposed, seat, card: cards[0] }) },
  give: {
    parts: ["seat", "taker", "cards", "unknown", "none"],
    step: ({ seat, taker, cards }) => seat && taker && cards.length && { do: "give", from: seat, to: taker, cards },
  },
  out: { parts: ["seat"], step: ({ seat }) => seat && { do: "out", seat } },
  special: {
    parts: ["seat", "special", "cards"], most: 3,
    step: ({ seat, special, cards }) => seat && special && { do: "call", seat, call: special, cards: shows(special) ? cards : null },
  },
  blind: { parts: ["cards", "unknown"], step: ({ cards }) => cards.length && { do: "blind", cards } },
  before: { parts: ["running"], step: ({ running }) => running && { do: "before", ...running } },
  trump: { parts: ["seat", "suit", "alone"], step: ({ seat, suit, alone }) => seat && suit && { do: "trump", seat, suit, alone } },
  named: { parts: ["suit"], step: ({ suit }) => ({ ...panel.card, named: suit }) },
  look: { parts: ["seat", "trick"], step: ({ seat, trick }) => seat && { do: "incident", kind: TABLES.buttons.look, seat, trick } },
  incident: {
    parts: ["incident", "seat", "to", "trick", "by", "outsider", "cards", "text"], most: 1,
    step: incidentStep,
  },
  misdeal: {
    parts: ["incident", "seat"],
    step: ({ incident, seat }) => ({ do: "incident", kind: incident, seat }), enter: (step) => { enter(step); enter({ do: "end" }); },
  },
  claim: {
    parts: ["seat", "against", "infraction", "trick", "reviewed", "withdrawn", "turner"],
    step: ({ seat, against, infraction, trick, reviewed, withdrawn, turner, watched }) => against && {
      do: "claim", by: seat, against, infraction: infraction || null, trick, reviewed, withdrawn,
      ...(reviewed && { reviewed_by: turner, witnesses: watched }),
    },
  },
  differ: { parts: ["late", "against"], step: ({ against, late }) => against && { ...panel.differ, against, late } },
  laydown: {
    parts: ["seat", "agreed", "cards"],
    step: ({ seat, agreed, cards }) => seat && { do: "laydown", by: seat, agreed, order: cards },
  },
  held: { parts: ["seat", "cards"], step: ({ seat, cards }) => seat && { do: "held", seat, cards } },
  lost: { parts: ["cards"], step: ({ cards }) => ({ do: "lost", cards, seat: other }) },
  contract: { parts: ["seat", "bid", "suit", "alone", "forced", "cards"], most: 1, step: contractStep },
  dealing: {
    parts: ["seat", "cut", "taker"],
    step: ({ seat, cut, taker }) => (seat || cut !== null || taker) && { do: "dealing", due: seat, cut, ...(taker ? { moved: taker } : {}) },
  },
  note: { parts: ["text"], step: ({ text }) => text && { do: "note", text } },
  correct: { parts: ["cards", "unknown"], most: 1, step: ({ cards }) => cards.length && { at: panel.at, card: cards[0] }, enter: enterCorrection },
  ask: { parts: ["anyway"], step: () => true },
};
// How many cards a meld has where its name says so; with them all picked, the dialog is done.
const CARDS_OF = { dad: 3, fifty: 4, two_hundred: 4 };
const KIND_KEYS = { d: "dad", f: "fifty", h: "hundred", t: "two_hundred" };

let panel = null;
let picked = [];
let asked = null;

function openPanel(name, { seat = null, title = "", says = "", trick = null, yes = say("done"), no = say("cancel") } = {}) {
  fill("panel");
  const form = panelForm();
  const table = tableNow();
  fillPanel(form, name === "misdeal" ? { ...table.game, incidents: table.game.incidents.filter(ofTheDeal) } : table.game, name);
  drawNames(currentHand(night));
  panel = { name, title, ...PANELS[name] };
  const { most = { lost: table.width }[name] || table.game.size } = panel;
  panel.most = most;
  // Of the heaps no moment is known, and so none is asked for; and what was bid is asked for where there are bids.
  if (name === "ask") show(byId("panel-no").closest("button"), false);
  const idle = [
    ...(table.heaps ? ["unnoted", "uncalled"] : []), ...(table.game.bidding ? [] : ["bid", "alone", "forced"]),
    ...(name === "contract" && !asksUpcard(table) ? ["cards"] : []), ...(name === "dealing" && !table.game.bidding ? ["taker"] : []),
  ];
  panel.parts = panel.parts.filter((part) => !idle.includes(part));
  picked = name === "blind" && table.upcard ? [table.upcard] : [];
  for (const part of all("[data-part]", form)) show(part, panel.parts.includes(part.dataset.part));
  byId("panel-title").textContent = title || say(`panel-${name}`);
  byId("panel-says").textContent = says;
  byId("panel-yes").textContent = yes;
  byId("panel-no").textContent = no;
  const words = {
    seat: { claim: "who-claims", dealing: "who-due", give: "who-gives" }[name] || "who",
    against: name === "differ" ? "who-differs" : "against-whom", taker: name === "give" ? "to-whom" : "who-moved",
    suit: table.game.bidding ? "what-named" : "which-trumps", text: name === "note" ? "note-text" : "quote-text",
  };
  for (const [part, word] of Object.entries(words)) partOf(part).firstElementChild.textContent = say(word);
  if (seat) form.elements.seat.value = seat;
  form.elements.trick.value = trick ? String(trick) : "";
  form.elements.to.value = "";
  choiceChanged();
  offerNames();
  panelSpelling.clear();
  drawPanel();
  byId("panel").showModal();
  (name === "note" ? form.elements.text : byId("panel-title")).focus();
}

function panelForm() {
  return byId("panel").querySelector("form");
}

function partOf(part) {
  return panelForm().querySelector(`[data-part=${part}]`);
}

// Some questions hang on the answer to another.
function choiceChanged() {
  if (panel.name === "show") showerChanged();
  if (panel.name === "special") show(partOf("cards"), shows(answers().special));
  if (panel.name === "incident") kindChanged(answers().incident);
  if (panel.name === "claim") show(partOf("turner"), answers().reviewed);
}

// Whether an incident belongs to the deal, so that the same dealer deals again.
function ofTheDeal(kind) {
  return TABLES.ofTheDeal.includes(kind);
}

// Whether an incident is something that was said to somebody.
function isSaid(kind) {
  return TABLES.saidToSomebody.includes(kind);
}

// What a seat shows is what it called; only where it called nothing is the kind asked for.
function showerChanged() {
  const { seat } = answers();
  const due = dueMelds().find((meld) => meld.seat === seat);
  panel.kind = due && due.kind;
  for (const part of ["kind", "uncalled"]) show(partOf(part), !due && panel.parts.includes(part));
  byId("panel-title").textContent = due
    ? say("shows", { seat: shortName(currentHand(night).setup, seat), kind: TABLES.kinds[due.kind] })
    : say("panel-show");
}

function drawPanel() {
  for (const button of all("#panel [data-pick]")) {
    const count = picked.filter((card) => card === button.dataset.pick).length;
    button.classList.toggle("twice", count > 1);
    button.setAttribute("aria-label", `${spoken(button.dataset.pick)}${count > 1 ? " ×2" : ""}`);
    button.setAttribute("aria-pressed", String(count > 0));
  }
  for (const button of all("#panel [data-kind]")) button.setAttribute("aria-pressed", String(button.dataset.kind === panel.kind));
  if (!panel.parts.includes("cards")) return;
  const meant = panelSpelling.rank ? `${panelSpelling.rank === "T" ? "10" : panelSpelling.rank}…` : "";
  const asked = say(panel.name === "contract" ? "pick-upcard" : "pick-cards");
  byId("panel-says").textContent = [...picked.map(face), meant].filter(Boolean).join(" ") || asked;
}

// The suit that a rank alone takes in a dialog: that of the card before.
const panelSpelling = new Spelling(() => gameNow().faces, () => (picked.length ? suitOn(picked.at(-1)) : null));

// Takes a card, as often as there is one, or lets it go again; one more than there may be takes the place of the first.
function pick(card) {
  const left = picked.filter((other) => other !== card);
  const all = picked.length - left.length >= (card === JOKER ? 1 : gameNow().copies);
  picked = all ? left : [...picked, card].slice(-panel.most);
  drawPanel();
}

function answers() {
  const { elements } = panelForm();
  return {
    seat: elements.seat.value || null, against: elements.against.value || null, suit: elements.suit.value || null,
    taker: elements.taker.value || null, special: elements.special?.value || null, bid: elements.bid.value, alone: elements.alone.checked,
    forced: elements.forced.checked, running: panel.name === "before" ? runningIn(panelForm(), gameNow()) : null,
    kind: panel.kind, incident: elements.incident.value, infraction: elements.infraction.value,
    by: elements.by.value || null, outsider: personNamed(elements.outsider.value), trick: Number(elements.trick.value) || null, cards: picked, text: plain(elements.text.value),
    cut: numberIn(elements.cut.value, Math.floor(gameNow().size / 2)),
    to: (isSaid(elements.incident.value) && elements.to.value) || null, unnoted: elements.unnoted.checked, uncalled: elements.uncalled.checked,
    turner: elements.turner.value, watched: peopleNamed(elements.watched.value),
    reviewed: elements.reviewed.checked, withdrawn: elements.withdrawn.checked, late: elements.late.checked, agreed: elements.agreed.checked,
  };
}

function closePanel() {
  document.activeElement.blur();
  byId("panel").close();
  emptyPanel();
}

function emptyPanel() {
  panel = null;
  byId("panel").replaceChildren();
}

// Takes the answer as a step and closes; while something is missing it says so and stays open.
function finishPanel() {
  panelSpelling.flush().forEach(pick);
  const told = answers();
  const step = panel.step(told);
  if (!step) {
    const lacks = ["against", "seat", "cards"].findIndex((part) => panel.parts.includes(part) && !told[part]?.length);
    byId("panel-wrong").textContent = say(["missing-against", "missing-seat", "missing-cards", "missing"].at(lacks));
    show(byId("panel-wrong"), true);
    return;
  }
  const deed = panel.enter || enter;
  closePanel();
  if (step !== true) deed(step);
}

// Once a dad or a four has all its cards, or a card is corrected, nothing more is to be asked.
function isFull() {
  const full = { show: CARDS_OF[panel.kind], correct: 1 }[panel.name] || Infinity;
  return picked.length >= full;
}

// What the user wants all the same, after being asked.
function doAnyway() {
  closePanel();
  asked();
}

const PANEL_DEEDS = { cancel: closePanel, anyway: doAnyway, unknown: pickUnknown, none: giveNone };

function giveNone() {
  closePanel();
  enter({ do: "give" });
}

// A card that is not known: one of several, or the one that is corrected.
function pickUnknown() {
  if (panel.name !== "correct") {
    picked = [...picked, null].slice(-panel.most);
    return drawPanel();
  }
  const { at } = panel;
  closePanel();
  return enterCorrection({ at, card: null });
}

// Asks before something that is more likely a slip: Enter is the careful answer.
function ask(title, { yes, anyway }, deed) {
  asked = deed;
  openPanel("ask", { title, yes });
  byId("panel-anyway").textContent = anyway;
}

function choose(kind) {
  panel.kind = kind;
  if (panel.name === "meld") finishPanel();
  else drawPanel();
}
