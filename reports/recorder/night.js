// A night: the set-up, and the hands in the order in which they were begun. Of each hand the page keeps its steps.
const MARKS = ["XXX", "XX", "--", "-", "R"];
const MARK_WORDS = { set: "XXX", hick: "XXX", hicked: "XXX", "turkey tracks": "XXX", renege: "R", r: "R", "—": "--", "–": "-" };

function newNight(setup, dealer, heaps) {
  const night = { version: 1, setup, hands: [], at: 0 };
  begin(night, { dealer, heaps, game: setup.game || 1, number: setup.hand || 1 });
  return night;
}

function begin(night, { dealer, heaps, game, number }) {
  night.hands.push({ setup: night.setup, game, number, dealer, heaps, steps: [], undone: [] });
  night.at = night.hands.length - 1;
}

// The hand after the last one: dealt by the next dealer, or by the same one where nothing was played.
function beginNext(night, { game, heaps }) {
  const last = night.hands.at(-1);
  const dealer = stand(last).plays.length ? leftOf(last.dealer) : last.dealer;
  const number = game === last.game ? last.number + 1 : 1;
  begin(night, { dealer, heaps, game, number });
}

function currentHand(night) {
  return night.hands[night.at];
}

// A step, the undoing of so many, and the taking back of the undoing.
function take(hand, step) {
  hand.steps.push(step);
  hand.undone = [];
}

function undo(hand, count = 1) {
  while (count > 0 && hand.steps.length) {
    hand.undone.push(hand.steps.pop());
    count -= 1;
  }
}

function redo(hand) {
  if (hand.undone.length) hand.steps.push(hand.undone.pop());
}

// The set-up as changed goes for the hands of the game that is being played, and for all that follow.
function changeSetup(night, setup) {
  const { game } = currentHand(night);
  night.setup = setup;
  for (const hand of night.hands) if (hand.game === game) hand.setup = setup;
}

// What is written for a team, as the record takes it: points or a mark; null when it is neither.
function readScore(text) {
  const bare = text.trim();
  if (/^\d{1,4}$/.test(bare)) return Number(bare) <= 1000 ? String(Number(bare)) : null;
  const mark = MARK_WORDS[bare.toLowerCase()] || bare.toUpperCase();
  return MARKS.includes(mark) ? mark : null;
}

// The lines of a game's sheet: what each hand was written as, and the running totals.
function sheetOf(night, game) {
  const totals = Object.fromEntries(TEAMS.map((team) => [team, 0]));
  return night.hands.flatMap((hand, index) => {
    if (hand.game !== game) return [];
    const score = stand(hand).score || {};
    for (const team of TEAMS) totals[team] += Number(score[team]) || 0;
    return [{ hand, index, score, totals: { ...totals } }];
  });
}

// The records of all hands in which anything was entered, their identifiers told apart.
function recordsOf(night) {
  const used = new Map();
  return night.hands.filter((hand) => hand.steps.length).map((hand) => {
    const record = recordOf(hand);
    const count = (used.get(record.id) || 0) + 1;
    used.set(record.id, count);
    return count > 1 ? { ...record, id: `${record.id.slice(0, 60)}.${count}` } : record;
  });
}

function jsonOf(night) {
  return recordsOf(night).map((record) => JSON.stringify(record) + "\n").join("");
}

function textOf(night) {
  return recordsOf(night).map(clabOf).join("\n");
}
