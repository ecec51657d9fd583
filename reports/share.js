"use strict";
// Draws the table of a season as a picture, to be shared or saved. Nothing is asked of a server.
const share = document.getElementById("share");
const table = document.querySelector("#table table");
const EDGE = 48;
const SIZE = 34;
const STEP = 58;
const GAP = 36;
const WIDEST = 640;
const textOf = (node) => node ? node.textContent.trim() : "";
function drawn() {
  const rows = [...table.rows].filter((row) => !row.classList.contains("note"));
  const cells = rows.map((row) => [...row.cells].map(textOf));
  const look = getComputedStyle(document.body);
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const font = (weight, size) => {
    pen.font = weight + " " + size + "px " + look.fontFamily;
  };
  font(600, SIZE);
  const wide = cells[0].map((_, at) => Math.min(WIDEST, Math.max(...cells.map((row) => pen.measureText(row[at]).width))));
  const heading = textOf(document.querySelector("h1"));
  const context = textOf(document.querySelector("header .context"));
  font(700, 1.4 * SIZE);
  const across = wide.reduce((sum, one) => sum + one + GAP, -GAP);
  const inner = Math.max(across, Math.min(2 * WIDEST, pen.measureText(heading).width));
  canvas.width = Math.ceil(inner + 2 * EDGE);
  canvas.height = 2 * EDGE + STEP * (rows.length + 2);
  pen.fillStyle = look.backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = look.color;
  font(700, 1.4 * SIZE);
  pen.fillText(heading, EDGE, EDGE + SIZE, inner);
  font(400, 0.8 * SIZE);
  pen.fillText(context, EDGE, EDGE + SIZE + 0.8 * STEP, inner);
  cells.forEach((row, down) => {
    const y = EDGE + SIZE + STEP * (down + 2);
    let x = EDGE;
    row.forEach((text, at) => {
      const numeric = rows[down].cells[at].classList.contains("n");
      const slack = at === 1 ? inner - across : 0;
      font(down ? 600 : 400, down ? SIZE : 0.8 * SIZE);
      pen.textAlign = numeric ? "right" : "left";
      pen.fillText(text, numeric ? x + wide[at] : x, y, wide[at]);
      x += wide[at] + GAP + slack;
    });
    pen.fillRect(EDGE, y + 0.4 * SIZE, inner, down ? 1 : 3);
  });
  return canvas;
}
function save(blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "table.png";
  link.click();
}
share.hidden = false;
share.onclick = () => drawn().toBlob(async (blob) => {
  const files = [new File([blob], "table.png", {type: blob.type})];
  if (navigator.canShare && navigator.canShare({files})) {
    await navigator.share({files}).catch((problem) => {
      if (problem.name !== "AbortError") save(blob);
    });
    return;
  }
  save(blob);
});
