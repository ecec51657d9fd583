// What was entered is kept in the browser at every step, and found again after a reload or a crash.
const KEPT = "clabber-recorder/1";
// The text that this window last kept or found.
let known = null;

// The night as it was left, or null; what cannot be read is put aside, not thrown away.
function keptNight() {
  findRules();
  known = readKept();
  try {
    const night = known && JSON.parse(known);
    if (night) night.hands.forEach(recordOf);
    return night;
  } catch {
    tryKeeping(`${KEPT}/unreadable`, known);
    return null;
  }
}

function readKept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

// Whether the browser keeps it.
function keep(night) {
  const text = night && JSON.stringify(night);
  const kept = tryKeeping(KEPT, text);
  if (kept) known = text;
  return kept;
}

// Whether another window of this browser has kept something since.
function keptElsewhere() {
  return readKept() !== known;
}

// What stays from night to night: names, teams and place, and the game unless the page has its own.
const USUAL = `${KEPT}/usual`;

function keepUsual({ date, round, game, hand, ...usual }) {
  tryKeeping(USUAL, JSON.stringify(usual));
}

function usualSetup() {
  try {
    const usual = JSON.parse(localStorage.getItem(USUAL));
    return usual?.ruleset in TABLES.rulesets && (!TABLES.begins || TABLES.begins === usual.ruleset) ? usual : null;
  } catch {
    return null;
  }
}

function tryKeeping(name, text) {
  try {
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}
