// <ff-board>: a board drawn by the server. When it replaces another and its last move is new, the moved piece goes its way
// in 180 ms, unless motion is unwanted. Also: stepping through a game, and keeping the current move in sight.
"use strict";
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const shown = new Map();
  class Board extends HTMLElement {
    connectedCallback() {
      const host = this.closest("[id]");
      const path = this.querySelector(".fb-path:not(.fb-maybe)");
      if (!host) return;
      const way = path ? path.getAttribute("d") : "";
      const before = shown.get(host.id);
      shown.set(host.id, way);
      if (before === undefined || before === way || !way || calm.matches || this.hidden) return;
      const points = way.slice(1).split("L").map((p) => p.split(" ").map(Number));
      const [tx, ty] = points[points.length - 1], [fx, fy] = points[points.length - 2];
      const far = Math.hypot(tx - fx, ty - fy) || 1;
      const x = tx + ((tx - fx) / far) * 47, y = ty + ((ty - fy) / far) * 47;
      for (const piece of this.querySelectorAll("circle.fb-w, circle.fb-b")) {
        if (Math.hypot(piece.cx.baseVal.value - x, piece.cy.baseVal.value - y) > 8) continue;
        const steps = points.slice(0, -1).concat([[x, y]]).map(([px, py]) => ({ transform: `translate(${px - x}px, ${py - y}px)` }));
        const mark = piece.nextElementSibling, whole = mark && mark.matches(".fb-crown, .fb-groove") ? [piece, mark] : [piece];
        for (const part of whole) part.animate(steps, { duration: 180, easing: "ease-out" });
      }
    }
  }
  customElements.define("ff-board", Board);

  const inSight = () => {
    const list = document.getElementById("moves"), current = list && list.querySelector("[aria-current]");
    if (current && list.scrollHeight > list.clientHeight) list.scrollTop = current.offsetTop - list.clientHeight + 80;
  };
  inSight();

  const one = () => document.getElementById("one");
  if (!one()) return;
  let follows = !new URLSearchParams(location.search).has("ply");
  const show = async (href) => {
    const answer = await fetch(href, { headers: { "x-flagfall-part": "one" } });
    if (!answer.ok) return;
    flagfall.replace("one", await answer.text());
    history.replaceState(null, "", href);
    follows = !new URL(href, location.href).searchParams.has("ply");
    inSight();
    flagfall.tick();
  };
  // who steps back through the game is left where he is when a new move comes
  flagfall.before = (parts) => (follows ? parts : {});
  document.addEventListener("click", (e) => {
    const link = e.target.closest("#one a.mv, .stepper a, #one a.now");
    if (!link || e.metaKey || e.ctrlKey || e.shiftKey) return;
    e.preventDefault();
    const last = one().dataset.last;
    show(link.dataset.ply === last ? link.href.split("?")[0] : link.href);
  });
  addEventListener("keydown", (e) => {
    if (e.target.matches("input, textarea, select") || !["ArrowLeft", "ArrowRight"].includes(e.key)) return;
    const ply = Number(one().dataset.ply) + (e.key === "ArrowRight" ? 1 : -1), last = Number(one().dataset.last);
    if (ply < 1 || ply > last) return;
    show(location.pathname + (ply === last ? "" : `?ply=${ply}`));
  });
})();
