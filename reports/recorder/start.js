// The page comes to life: what was kept is found again, and buttons, fields and keys are listened to.
const SETUP_TEXTS = ["ruleset", "date", "league", "season", "venue", "source", "citation", "recordedBy"];
const SETUP_NUMBERS = ["round", "table", "game", "hand", "stakeGame", "stakeSet"];

function readSetup() {
  const { elements } = byId("setup");
  const named = (kind, keys) => compact(Object.fromEntries(keys.map((key) => [key, plainName(elements[`${kind}-${key}`]?.value || "")])));
  const { seats, sides } = setupGame();
  const setup = { players: named("player", seats), teams: named("team", sides), seats: seats.length };
  for (const name of SETUP_TEXTS) setup[name] = plain(elements[name].value);
  for (const name of SETUP_NUMBERS) setup[name] = numberIn(elements[name].value);
  return setup;
}

// The set-up: of a new night, of which something may be known already, or of this one to be changed.
function openSetup(setup, begins = !setup) {
  const form = byId("setup");
  const usual = begins && !setup ? usualSetup() : setup;
  form.reset();
  offerGames(begins ? null : setup);
  form.elements.date.value = today();
  for (const name of usual ? [...SETUP_TEXTS, ...SETUP_NUMBERS] : []) if (usual[name] || !begins) form.elements[name].value = usual[name] ?? "";
  offerCounts(usual);
  layOutSetup(usual || { players: {}, teams: {} });
  form.querySelector("details").open = Boolean(setup);
  for (const name of ["first-dealer", "first-way"]) show(byId(name), begins);
  for (const name of ["game", "hand"]) show(form.elements[name].closest("label"), begins);
  byId("setup-done").textContent = say(begins ? "setup-start" : "setup-change");
  turnTo(true);
  form.querySelector("h2").focus();
}

// The rulesets by the game that they are for. While a night goes on, those of another format wait for the next one.
function offerGames(setup) {
  const groups = {};
  for (const [id, { title }] of Object.entries(TABLES.rulesets)) {
    const { name, format } = factsOf(id);
    const disabled = Boolean(setup) && format !== gameOf(setup).format;
    (groups[name] ||= make("optgroup", { label: name })).append(make("option", { value: id, disabled }, title));
  }
  const { ruleset } = byId("setup").elements;
  ruleset.replaceChildren(...Object.values(groups));
  ruleset.value = TABLES.begins || ruleset.value;
}

// Rules that were just taken are those of the night, unless one of another format is going on.
function chooseRules(id) {
  const { ruleset } = byId("setup").elements;
  const chosen = ruleset.value;
  offerGames(night && currentHand(night).setup);
  ruleset.value = ruleset.querySelector(`[value="${id}"]`).disabled ? chosen : id;
  gameChosen({ target: ruleset });
}

// How many may play; one answer is none to ask for.
function offerCounts(setup) {
  const counts = Object.keys(factsOf(byId("setup").elements.ruleset.value).tables);
  const chosen = setup?.seats || 4;
  const chips = counts.map((count) => chip("seats", count, make("span", {}, count), Number(count) === chosen));
  byId("how-many").querySelector(".chips").replaceChildren(...chips);
  show(byId("how-many"), counts.length > 1 && !night);
}

function setupGame() {
  const { ruleset, seats } = byId("setup").elements;
  return gameOf({ ruleset: ruleset.value, seats: Number(seats.value) || 4 });
}

// The names to be filled in, with those that are known.
function layOutSetup({ players, teams }) {
  const { seats, sides, bidding } = setupGame();
  const input = (name, value) => make("input", { dir: "auto", name, maxlength: "80", autocapitalize: "words", value });
  const field = (name, words, value) => make("label", {}, words, input(name, value));
  byId("players").replaceChildren(...seats.map((seat) => field(`player-${seat}`, TABLES.seatNames[seat], players[seat] || "")));
  const named = sides.filter((side) => !seats.includes(side));
  byId("teams").querySelector(".fields").replaceChildren(...named.map((side) => {
    return field(`team-${side}`, sideWords(seats.filter((_, place) => place % 2 === sides.indexOf(side))), teams[side] || "");
  }));
  show(byId("teams"), named.length > 0);
  for (const name of ["stakeGame", "stakeSet"]) show(byId("setup").elements[name].closest("label"), Boolean(bidding));
  const dealers = seats.map((seat) => chip("dealer", seat, make("span", {}, TABLES.seatNames[seat]), seat === seats.at(-1)));
  byId("first-dealer").querySelector(".chips").replaceChildren(...dealers);
}

// Another game has other seats; the names that were filled in stay where there is a place for them.
function gameChosen({ target }) {
  if (target.name === "ruleset") offerCounts(night ? currentHand(night).setup : null);
  if (["ruleset", "seats"].includes(target.name)) layOutSetup(readSetup());
}

// Either the set-up or the hand is on the page.
function turnTo(setup) {
  show(byId("setup"), setup);
  show(byId("hand"), !setup);
  show(byId("beside"), !setup);
  if (setup) {
    notice("");
    byId("title").textContent = say("recorder-any");
    byId("place").textContent = "";
    show(byId("tally"), false);
  }
}

function setUp(event) {
  event.preventDefault();
  const setup = readSetup();
  keepUsual(setup);
  const { elements } = byId("setup");
  if (night) changeSetup(night, { ...setup, game: night.setup.game, hand: night.setup.hand });
  else night = newNight(setup, elements.dealer.value, elements.way.value === "heaps");
  document.activeElement.blur();
  turnTo(false);
  after();
  scrollTo(0, 0);
  navigator.storage?.persist?.();
  stayAwake();
}

function onClick(event) {
  const button = event.target.closest("button");
  if (!button || button.type === "submit") return;
  const { dataset } = button;
  // After a tap the keys belong to the hand again.
  if (event.detail > 0) button.blur();
  if ("panel" in dataset) PANEL_DEEDS[dataset.panel]();
  else if ("pick" in dataset) pickOrFinish(dataset.pick);
  else if ("kind" in dataset) choose(dataset.kind);
  else if ("seat" in dataset) nameSeat(dataset.seat);
  else if ("call" in dataset) enterCall(dataset.call);
  else if ("card" in dataset) { spelling.clear(); enterCard(dataset.card || null); }
  else if ("do" in dataset) DEEDS[dataset.do]();
  else if ("open" in dataset) { night.at = Number(dataset.open); after(); }
  else if ("differ" in dataset) openDiffer(Number(dataset.differ));
  else if ("change" in dataset) openCorrection(Number(dataset.change));
  else if ("step" in dataset) takeBack(currentHand(night).steps.length - Number(dataset.step));
}

function pickOrFinish(card) {
  pick(card);
  if (isFull()) finishPanel();
}

// Enter goes from side to side; after the last it writes the score.
function onScoreKey(event) {
  const names = gameNow().sides.map((side) => `score-${side}`);
  const place = names.indexOf(event.target.name);
  if (event.key !== "Enter" || place < 0 || place === names.length - 1) return;
  event.preventDefault();
  scoreField(names[place + 1]).select();
}

// What another window has kept is taken over, so that neither writes over the other; a set-up that is being changed
// stays open.
function lookElsewhere() {
  if (!keptElsewhere()) return;
  const changing = night && !byId("setup").hidden;
  if (panel) closePanel();
  night = keptNight();
  if (!night) openSetup(null);
  else if (!changing) {
    turnTo(false);
    draw();
  }
  notice(say("elsewhere"));
}

function start() {
  show(byId("needs-script"), false);
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  byId("setup").addEventListener("submit", setUp);
  byId("score").addEventListener("submit", (event) => { event.preventDefault(); writeScore(); });
  byId("score").addEventListener("keydown", onScoreKey);
  byId("score").addEventListener("input", keepTyped);
  // What is typed takes the place of what the page filled in.
  byId("score").addEventListener("click", ({ target }) => { if (target.name?.startsWith("score-") && !currentHand(night).typed) target.select(); });
  byId("score").addEventListener("change", ({ target }) => { if (target.type === "checkbox") agree(target.name.split("-")[1], target.checked); });
  byId("setup").addEventListener("change", gameChosen);
  byId("panel").addEventListener("submit", (event) => { event.preventDefault(); finishPanel(); });
  byId("panel").addEventListener("cancel", emptyPanel);
  byId("panel").addEventListener("change", ({ target: { name } }) => {
    if (panel.differ && name === "against") finishPanel();
    else if (["seat", "incident", "special", "reviewed"].includes(name)) choiceChanged();
  });
  byId("panel").addEventListener("input", ({ target }) => { if (target.name === "watched") offerNames(target.value); });
  byId("file").addEventListener("change", openFile);
  for (const moment of ["storage", "pageshow"]) addEventListener(moment, lookElsewhere);
  document.addEventListener("visibilitychange", () => { lookElsewhere(); stayAwake(); });
  for (const name of ["receive", "code"]) byId(name).addEventListener("close", ({ target }) => target.replaceChildren());
  byId("receive").addEventListener("submit", ({ target }) => received(target.elements.text.value));
  show(document.querySelector("[data-do=share]"), "share" in navigator);
  night = keptNight();
  if (!night) return openSetup(null);
  turnTo(false);
  draw();
  stayAwake();
  return notice(say("restored", { count: currentHand(night).steps.length, number: currentHand(night).number || 1 }));
}

start();
