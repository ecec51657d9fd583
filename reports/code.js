{
  // The hand as a code, a square a bit, with a margin of four.
  const canvas = document.querySelector("#code canvas");
  const pen = canvas.getContext("2d");
  const wide = canvas.width - 8;
  const bytes = atob(canvas.dataset.bits);
  for (let at = 0; at < wide * wide; at += 1) {
    if ((bytes.charCodeAt(at >> 3) << (at & 7)) & 128) pen.fillRect((at % wide) + 4, Math.floor(at / wide) + 4, 1, 1);
  }
  canvas.parentNode.hidden = false;
}
