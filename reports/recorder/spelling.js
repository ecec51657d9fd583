// Cards out of key presses: a rank, then a suit; a star is the joker. 0 and T are the ten, and so is 10. A rank that is followed by another
// rank, or by any other key, takes the suit that `follow` names: the suit led, or that of the card before.
const RANK_KEYS = { 7: "7", 8: "8", 9: "9", 0: "T", t: "T", j: "J", q: "Q", k: "K", a: "A" };
const SUIT_KEYS = { s: "S", h: "H", d: "D", c: "C", "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

class Spelling {
  // `pack` tells the faces that there are.
  constructor(pack, follow) {
    this.pack = pack;
    this.follow = follow;
    this.rank = null;
    this.one = false;
  }

  // Takes a key; the cards that it completes, none or one, or null when it is no key of a card.
  feed(key) {
    const small = key.toLowerCase();
    if (small === "*" && this.pack().includes(JOKER)) return [...this.flush(), JOKER];
    if (small in RANK_KEYS && !this.pack().some(([rank]) => rank === RANK_KEYS[small])) return null;
    if (small === "1") return this.begin("T", true);
    if (small === "0" && this.one) return this.keep();
    if (small in RANK_KEYS) return this.begin(RANK_KEYS[small], false);
    if (!(small in SUIT_KEYS)) return null;
    const { rank } = this;
    this.clear();
    return rank ? [rank + SUIT_KEYS[small]] : [];
  }

  begin(rank, one) {
    const before = this.flush();
    this.rank = rank;
    this.one = one;
    return before;
  }

  keep() {
    this.one = false;
    return [];
  }

  // The card that a rank alone stands for; none where no suit can follow.
  flush() {
    const card = this.meant();
    this.clear();
    return card ? [card] : [];
  }

  meant() {
    const suit = this.rank && this.follow();
    return suit ? this.rank + suit : null;
  }

  clear() {
    this.rank = null;
    this.one = false;
  }
}
