// Correcting one card that was entered earlier: another takes its place, and all that was entered since stands. Who
// led and who played follows anew, save where a seat was named.

// The steps as they read with what was corrected later.
function corrected(steps) {
  const found = [...steps];
  for (const step of steps) if (step.do === "correct") found[step.at] = { ...found[step.at], card: step.card };
  return found;
}

// Whether a step is one card that can be replaced: the turned card, or one that was played.
function isCard(step) {
  return step.do === "up" || step.do === "card";
}

function openCorrection(at) {
  openPanel("correct", { title: say("panel-correct", { line: linesOf(currentHand(night))[at] }) });
  panel.at = at;
}

function enterCorrection({ at, card }) {
  const hand = currentHand(night);
  const step = { do: "correct", at, card };
  const found = conflictOfCorrection(hand, step);
  if (!found) return enter(step, movedBy(hand, step));
  const { seat, conflict } = found;
  return ask(doubt(hand, seat, conflict), { yes: say("mistyped"), anyway: say("anyway") }, () => enter(step, say("stands-twice")));
}

// What speaks against the card in its new place, and whose card it would be; null when nothing does.
function conflictOfCorrection(hand, step) {
  const table = stand({ ...hand, steps: [...hand.steps, step] });
  const turned = hand.steps[step.at].do === "up";
  const place = tableBefore(hand, step.at).plays.length;
  const seat = turned ? hand.dealer : table.plays[place].seat;
  if (turned) table.upcard = null;
  else table.plays[place] = { seat, card: null };
  const found = conflict(table, seat, step.card, !turned);
  return found && { seat, conflict: found };
}

// The table before a step.
function tableBefore(hand, at) {
  return stand({ ...hand, steps: corrected(hand.steps).slice(0, at) });
}

// From which trick on other seats play than before, in words; empty when none do.
function movedBy(hand, step) {
  const before = stand(hand);
  const table = stand({ ...hand, steps: [...hand.steps, step] });
  const moved = table.plays.findIndex(({ seat }, place) => seat !== before.plays[place].seat);
  return moved < 0 ? "" : say("moved", { trick: trickAt(table, moved) });
}
