// The page comes to life: what was kept is found again, and buttons, fields and keys are listened to.
const SETUP_TEXTS = ["ruleset", "date", "league", "season", "venue", "source", "citation", "recordedBy"];
const SETUP_NUMBERS = ["round", "table", "game", "hand"];

function readSetup() {
  const { elements } = byId("setup");
  const named = (kind, keys) => Object.fromEntries(keys.map((key) => [key, plainName(elements[`${kind}-${key}`].value)]).filter(([, name]) => name));
  const setup = { players: named("player", SEATS), teams: named("team", TEAMS) };
  for (const name of SETUP_TEXTS) setup[name] = plain(elements[name].value);
  for (const name of SETUP_NUMBERS) setup[name] = numberIn(elements[name].value);
  return setup;
}

// The set-up: of a new night, or of this one to be changed.
function openSetup(setup) {
  const form = byId("setup");
  form.reset();
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  form.elements.date.value = day;
  for (const name of setup ? [...SETUP_TEXTS, ...SETUP_NUMBERS] : []) form.elements[name].value = setup[name] ?? "";
  for (const seat of setup ? SEATS : []) form.elements[`player-${seat}`].value = setup.players[seat] || "";
  for (const team of setup ? TEAMS : []) form.elements[`team-${team}`].value = setup.teams[team] || "";
  for (const name of ["first-dealer", "first-way"]) show(byId(name), !setup);
  for (const name of ["game", "hand"]) show(form.elements[name].closest("label"), !setup);
  byId("setup-done").textContent = say(setup ? "setup-change" : "setup-start");
  turnTo(true);
  form.querySelector("h2").focus();
}

// Either the set-up or the hand is on the page.
function turnTo(setup) {
  show(byId("setup"), setup);
  show(byId("hand"), !setup);
  show(byId("beside"), !setup);
  if (setup) {
    notice("");
    byId("place").textContent = "";
    show(byId("tally"), false);
  }
}

function setUp(event) {
  event.preventDefault();
  const setup = readSetup();
  const { elements } = byId("setup");
  if (night) changeSetup(night, { ...setup, game: night.setup.game, hand: night.setup.hand });
  else night = newNight(setup, elements.dealer.value, elements.way.value === "heaps");
  document.activeElement.blur();
  turnTo(false);
  after();
  scrollTo(0, 0);
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
  else if ("change" in dataset) openCorrection(Number(dataset.change));
  else if ("step" in dataset) takeBack(currentHand(night).steps.length - Number(dataset.step));
}

function pickOrFinish(card) {
  pick(card);
  if (isFull()) finishPanel();
}

function onScoreKey(event) {
  if (event.key !== "Enter" || event.target.name !== "score-NS") return;
  event.preventDefault();
  scoreField("score-EW").focus();
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
  for (const team of TEAMS) scoreField(`agreed-${team}`).addEventListener("change", ({ target }) => agree(team, target.checked));
  byId("panel").addEventListener("submit", (event) => { event.preventDefault(); finishPanel(); });
  byId("panel").addEventListener("cancel", emptyPanel);
  byId("panel").addEventListener("change", (event) => { if (["seat", "incident"].includes(event.target.name)) choiceChanged(); });
  for (const moment of ["storage", "pageshow"]) addEventListener(moment, lookElsewhere);
  document.addEventListener("visibilitychange", lookElsewhere);
  night = keptNight();
  if (!night) return openSetup(null);
  turnTo(false);
  draw();
  return notice(say("restored", { count: currentHand(night).steps.length, number: currentHand(night).number }));
}

start();
