// A night: the set-up, and the hands in the order in which they were begun. Of each hand the page keeps its steps.
const MARK_WORDS = { ...MARK_TEXTS, "turkey tracks": "XXX", r: "R", "—": "--", "–": "-" };

function newNight(setup, dealer, heaps) {
  const night = { version: 1, setup, hands: [], at: 0 };
  begin(night, { dealer, heaps, game: setup.game || 1, number: setup.hand || 1 });
  return night;
}

function begin(night, { dealer, heaps, game, number }) {
  night.hands.push({ setup: night.setup, game, number, dealer, heaps, steps: [], undone: [] });
  night.at = night.hands.length - 1;
}

// The hand after the last one: dealt by the next dealer, or by the same one where nothing was played or scored. Some
// games pass the deal on where nobody bid.
function beginNext(night, { game, heaps }) {
  const last = night.hands.at(-1);
  const table = stand(last);
  const passes = table.score || (table.plays.length && !table.incidents.some(({ kind }) => ofTheDeal(kind))) || (table.game.passes && table.passedOut);
  const dealer = passes ? leftOf(table.game, last.dealer) : last.dealer;
  const number = game === last.game ? (last.number || 1) + 1 : 1;
  begin(night, { dealer, heaps, game, number });
}

function isBegun({ record, steps }) {
  return Boolean(record || steps.length);
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

// What is written for a side, as the record takes it: points or a mark; null when it is neither.
function readScore({ signed, marks }, text) {
  const bare = text.trim().replace(/^[−–](?=\d)/, "-");
  const points = numberIn(bare, 1000, signed);
  if (points !== null) return String(points);
  const mark = [bare.toLowerCase(), MARK_WORDS[bare.toLowerCase()], bare.toUpperCase()].find((one) => marks.includes(one));
  return mark || null;
}

// The lines of a game's sheet: what each hand was written as, and how all stand before it and after it. What the sheet
// itself has goes before what is counted here.
function sheetOf(night, game) {
  let totals = null;
  return night.hands.flatMap((hand, index) => {
    if (hand.game !== game) return [];
    const table = stand(hand);
    const { sides, start = 0, cap = Infinity } = table.game;
    const score = table.score || {};
    totals ||= Object.fromEntries(sides.map((side) => [side, start]));
    const before = { ...totals, ...compact(table.before?.before || {}) };
    const after = (side) => table.sheet?.[side]?.after ?? Math.min(cap, before[side] + (Number(score[side]) || 0));
    totals = Object.fromEntries(sides.map((side) => [side, after(side)]));
    return [{ hand, index, score, before, totals }];
  });
}

// How the sheet stands before a hand; null before the first that anything is written of.
function runningBefore(night, hand) {
  const lines = sheetOf(night, hand.game);
  const place = lines.findIndex((line) => line.hand === hand);
  return lines.slice(0, place).some(({ score }) => some(score)) ? lines[place].before : null;
}

// The records of all hands in which anything was entered, their identifiers told apart.
function recordsOf(night) {
  const used = new Map();
  return night.hands.filter(isBegun).map((hand) => {
    const record = recordOf(hand, runningBefore(night, hand));
    const count = (used.get(record.id) || 0) + 1;
    used.set(record.id, count);
    const id = `${record.id.slice(0, 60)}.${count}`;
    return count > 1 ? { ...record, id, [AS_READ]: record[AS_READ]?.replace(/^\s*hand\b.*$/im, `hand ${id}`) } : record;
  });
}

function jsonOf(night) {
  return recordsOf(night).map((record) => JSON.stringify(record) + "\n").join("");
}

function textOf(night) {
  return recordsOf(night).map(clabOf).join("\n");
}
