"use strict";
(() => {
  // As it was written, before anything below changes it.
  const page = `<!DOCTYPE html>${document.documentElement.outerHTML}\n`;
  const copy = document.getElementById("copy");
  const share = document.getElementById("share");

  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const text = copy.dataset.message;
    // The clipboard is not there for every page that was opened from a disk; a selection is.
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const box = document.createElement("textarea");
      box.value = text;
      copy.after(box);
      box.select();
      document.execCommand("copy");
      box.remove();
    }
    copy.textContent = "Copied";
  });

  // Telephones hand on texts, whatever they hold, but no other kinds of file than they know.
  const { name, hand = "" } = share.dataset;
  const file = (text, kind, type) => (text ? [new File([text], name + kind, { type })] : []);
  const files = [...file(page, ".html", "text/html"), ...file(hand, ".clab.txt", "text/plain")];
  const given = { files, text: copy.dataset.message };
  share.hidden = !navigator.canShare?.(given);
  share.addEventListener("click", () => navigator.share(given).catch(() => 0));

  // Shown inside another page, a place in this one would be looked for in that one.
  function stay(event) {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    event.preventDefault();
    location.hash = link.hash;
  }

  if (location.protocol === "about:") document.addEventListener("click", stay);
})();
(() => {
  const box = document.getElementById("replay");
  const rows = [...box.querySelectorAll("tr[id]")];
  if (!rows.length) return;
  const bar = box.querySelector(".bar");
  const heading = box.querySelector("h3");
  const status = box.querySelector("[role=status]");
  const seats = [...box.querySelectorAll(".dealt .seat")];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let now = -1;

  // The row of a permalink, or -1.
  const named = () => rows.findIndex((row) => "#" + row.id === location.hash);

  // The position in words, with what is found about the card.
  function said(row) {
    const face = row.querySelector(".face");
    const symbol = face.querySelector("i");
    const [trick, card] = row.querySelector("a").textContent.split(".");
    const played = [face.firstChild === symbol ? "" : face.firstChild.data, symbol.getAttribute("aria-label")].join(" ").trim();
    const words = { trick, card, seat: row.cells[1].textContent, played };
    const faults = [...row.querySelectorAll("em")].map((fault) => fault.textContent);
    return [bar.dataset.say.replace(/{(\w+)}/g, (whole, name) => words[name]), ...faults].join(". ");
  }

  function draw() {
    box.open = true;
    const trick = rows[now].closest("table");
    for (const seat of seats) {
      for (const card of seat.querySelectorAll(".gone")) card.classList.remove("gone");
      seat.querySelector(".slot").replaceChildren();
    }
    rows.forEach((row, at) => {
      row.toggleAttribute("aria-current", false);
      if (at > now) return;
      const seat = seats.find((other) => other.dataset.seat === row.cells[1].textContent);
      const face = row.querySelector(".face");
      const held = [...seat.querySelectorAll(".cards .face:not(.gone)")];
      const gone = held.find((card) => card.textContent === face.textContent) || held.find((card) => card.matches(".blank"));
      // A card that left keeps its place, so that nothing moves.
      if (gone) gone.classList.add("gone");
      if (row.closest("table") === trick) seat.querySelector(".slot").append(face.cloneNode(true));
    });
    const row = rows[now];
    row.setAttribute("aria-current", "step");
    heading.textContent = "The hands now";
    status.textContent = said(row);
  }

  function go(to) {
    now = Math.max(0, Math.min(rows.length - 1, to));
    draw();
    history.replaceState(null, "", "#" + rows[now].id);
    box.querySelector(".stage").scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  }

  const moves = {
    first: () => go(0),
    back: () => go(now - 1),
    on: () => go(now + 1),
    last: () => go(rows.length - 1),
  };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

  bar.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) moves[button.dataset.go]();
  });

  // Home and End scroll the page until somebody steps through the hand.
  document.addEventListener("keydown", (event) => {
    const move = keys[event.key];
    const jump = event.key === "Home" || event.key === "End";
    if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (jump && now < 0 && !box.contains(document.activeElement)) return;
    event.preventDefault();
    moves[move]();
  });

  function follow() {
    const at = named();
    if (at < 0) return;
    now = at;
    draw();
  }

  addEventListener("hashchange", follow);
  box.dataset.live = "";
  bar.hidden = false;
  follow();
})();
