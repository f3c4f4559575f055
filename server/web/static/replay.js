// The evidence page: the board, both faces, the step and the playhead move together. Arrows step, the middle button plays.
"use strict";
(() => {
  const boards = [...document.querySelectorAll("#boards [data-step]")], steps = [...document.querySelectorAll("#steps [data-step]")];
  const head = document.getElementById("playhead");
  document.addEventListener("click", (e) => {
    const shut = e.target.closest("[data-close]");
    if (shut) shut.closest("details").open = false;
  });
  if (!boards.length) { if (head) head.hidden = true; return; }
  let k = Math.max(0, boards.findIndex((el) => !el.hidden)), timer = 0;
  const show = () => {
    boards.forEach((el, i) => { el.hidden = i !== k; });
    steps.forEach((el, i) => el.classList.toggle("now", i === k));
    const d = boards[k].dataset;
    head.style.left = `${d.x}%`;
    for (const side of ["w", "b"]) {
      const face = document.getElementById(`face-${side}`);
      face.classList.toggle("run", d.run === side);
      face.firstElementChild.textContent = d[side];
    }
  };
  const go = (by) => { k = Math.min(boards.length - 1, Math.max(0, k + by)); show(); };
  const stop = () => { clearInterval(timer); timer = 0; };
  document.getElementById("play").addEventListener("click", (e) => {
    const button = e.target.closest("button");
    if (!button) return;
    const by = Number(button.dataset.go);
    if (by) { stop(); go(by); return; }
    if (timer) { stop(); return; }
    if (k === boards.length - 1) { k = -1; }
    go(1);
    timer = setInterval(() => { if (k >= boards.length - 1) stop(); else go(1); }, 900);
  });
  document.getElementById("steps").addEventListener("click", (e) => {
    const li = e.target.closest("[data-step]");
    if (li) { stop(); k = Number(li.dataset.step); show(); }
  });
  addEventListener("keydown", (e) => {
    if (e.target.matches("input, textarea, select")) return;
    if (e.key === "ArrowRight") { stop(); go(1); }
    if (e.key === "ArrowLeft") { stop(); go(-1); }
    if (e.key === "Escape") location.href = "/desk";
    if (e.key === "Enter" && e.target.matches("#steps [data-step]")) e.target.click();
  });
  show();
})();
