// Functions that tests run in a page. `tests.browser.checks.SCRIPTS` has each by its name; those that judge hands call
// functions of the recorder.

// The winner of a trick and its points.
const tricks = ({ruleset, cards, strain}) => {
  const game = gameOf({ ruleset });
  return [winningPlace(game, cards, strain), pointsOf(game, cards, strain)];
};

// What the calls of the family come to.
const bids = ({ruleset, seats, dealer, upcard, calls}) => {
  const came = callsOf(gameOf({ ruleset, seats }), dealer, upcard, calls);
  const { maker, tricks, kind, trump, passedOut, forced } = came;
  if (maker) return [maker, tricks, kind, forced];
  return passedOut ? "passed_out" : { C: "club", NT: "no_bid" }[trump] || "unknown";
};

// The winner of a trick in a strain.
const strains = ({ruleset, seats, cards, strain}) => winningPlace(gameOf({ruleset, seats}), cards, strain);

// The score of a hand of the family.
const scores = ({ruleset, seats, contract, out, before, tricks}) => {
  const made = contract || { maker: null, trump: "NT" };
  return bidScore(ruleset, before, { game: gameOf({ ruleset, seats }), made, said: [], out }, tricks);
};

// What the calls of Clabber come to.
const calls = ({dealer, upcard, calls}) => {
  const { maker, trump, passedOut } = callsOf(gameOf({ ruleset: "wp" }), dealer, upcard, calls);
  return { maker, trump, passedOut };
};

// True if the page doubts a card.
const seen = ({table, seat, card}) => {
  const game = gameOf({ ruleset: "wp" });
  return conflict({ ...table, ...table.deal, game, out: [], width: 4 }, seat, card) !== null;
};

// Plays, points and calls of a table in which no seat was named.
const inferSeats = (all) => all.map(({dealer, steps}) => {
  const bare = steps.map(({ seat, ...step }) => step);
  const table = stand({ setup: { ruleset: "wp" }, dealer, heaps: false, steps: bare });
  return { plays: table.plays, points: countedSoFar(table), calls: table.said };
});

// The colors of elements, each with the one behind it.
const colorsOf = (what) => [...document.querySelectorAll(what)].map((one) => {
  let behind = one;
  while (getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
  return [getComputedStyle(one).color, getComputedStyle(behind).backgroundColor];
});

// The width and the pixels of a canvas drawn larger.
const readSquares = ([canvas, scale]) => {
  const seen = document.createElement("canvas");
  const drawn = document.querySelector(canvas);
  seen.width = seen.height = drawn.width * scale;
  const pen = seen.getContext("2d");
  pen.imageSmoothingEnabled = false;
  pen.fillStyle = "white";
  pen.fillRect(0, 0, seen.width, seen.width);
  pen.drawImage(drawn, 0, 0, seen.width, seen.width);
  const { data } = pen.getImageData(0, 0, seen.width, seen.width);
  return [seen.width, Array.from(data.filter((_, at) => at % 4 === 0))];
};

// All that is read or heard on a page.
const readEverything = () => {
  const all = [...document.querySelectorAll("*")];
  const parts = ["::before", "::after", "::marker"];
  const added = all.flatMap((one) => parts.map((part) => getComputedStyle(one, part).content));
  const named = all.flatMap((one) => ["aria-label", "alt", "title", "value"].map((key) => one.getAttribute(key)));
  const below = all.map((one) => one.shadowRoot?.textContent ?? "");
  const inside = [...document.querySelectorAll("iframe, object")].map((one) => one.srcdoc ?? one.data);
  const words = document.body?.innerText ?? "";
  return JSON.stringify([document.title, words, added, named, below, inside, document.dir, location.href]);
};

// Each hand as read back by the page, or null if it has facts that the page cannot show.
const rereadHands = (all) => all.map((record) => {
  const hand = handOf(record);
  return hand && !hand.record ? recordOf(hand) : null;
});

// The score of each hand; a side without a written score starts the game with it.
const scoreHands = (all) => all.map((record) => {
    const hand = handOf(record);
    if (!hand || hand.record) return null;
    const table = stand(hand);
    const tricks = countedSoFar(table);
    const start = Object.fromEntries(table.game.sides.map((side) => [side, table.game.start || 0]));
    const before = { ...start, ...record.before };
    return tricks && bidScore(record.ruleset, before, table, tricks);
});

// Replace the camera by one that sees a code with this text.
const showCode = (text) => {
  window.BarcodeDetector = class { detect() { return [{ rawValue: text }]; } };
  navigator.mediaDevices.getUserMedia = async () => {
    const seen = document.createElement("canvas");
    seen.getContext("2d").fillRect(0, 0, 9, 9);
    return seen.captureStream(30);
  };
};

// Each word of the trumps and of the parts of the sheet, with the number of its lines.
const countWordLines = () => [document.querySelector("#trump"), ...document.querySelectorAll("#breakdown tbody th")].flatMap((e) =>
[...e.textContent.matchAll(/\S+/g)].map((word) => {
  const range = new Range();
  range.setStart(e.firstChild, word.index);
  range.setEnd(e.firstChild, word.index + word[0].length);
  return [word[0], range.getClientRects().length];
}));

// The words in the last cells of lists that go on in another line; a dash or a blank ends a word.
const brokenWords = () => [...document.querySelectorAll(".list td:last-child")].flatMap((cell) => {
  const text = cell.firstChild, range = document.createRange();
  return [...(text?.data || "").matchAll(/[^\s-]+/g)].filter(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
});

// The cards whose rank and suit do not fit, or take more than a line.
const clippedCards = () => [...document.querySelectorAll(".card")].filter((card) => {
  const lines = new Set([...card.childNodes].flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map((box) => Math.round(box.bottom / 8));
  }));
  return card.checkVisibility() && (card.scrollWidth > card.clientWidth || (card.dataset.card && lines.size > 1));
}).map((card) => card.getAttribute("aria-label") || card.textContent);
