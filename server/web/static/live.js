// One event stream per page. A frame names places and what now stands there. A hidden page closes its stream and comes
// back with the id of the last frame it saw.
"use strict";
(() => {
  const url = document.body.dataset.stream;
  if (!url) return;
  const lost = document.getElementById("lost");
  const waiting = new Map();
  let source = null, last = "", down = false, failed = 0;

  const replace = (key, html) => {
    const old = document.getElementById(key);
    if (!old) return false;
    const box = document.createElement("template");
    box.innerHTML = html;
    const fresh = box.content.firstElementChild;
    if (!fresh) return false;
    if (old.hidden) fresh.hidden = true;
    old.replaceWith(fresh);
    if (window.htmx) window.htmx.process(fresh);
    return true;
  };
  // nothing moves under a finger, and an open question stays open until it is answered or closed
  const held = (el) => el && (down && el.matches(":hover, :active") || el.contains(document.activeElement) &&
    document.activeElement.matches("input, textarea, select") || el.querySelector("details[open]"));
  const settle = () => {
    for (const [key, html] of [...waiting]) {
      const el = document.getElementById(key);
      if (held(el)) continue;
      waiting.delete(key);
      flagfall.put(key, html);
    }
    flagfall.tick();
  };
  flagfall.replace = replace;
  flagfall.held = held;
  flagfall.put = flagfall.put || replace;
  flagfall.take = (parts) => {
    if (parts.round !== undefined) {
      if (document.body.dataset.round !== undefined && document.body.dataset.round !== parts.round) location.reload();
      delete parts.round;
    }
    if (flagfall.before) parts = flagfall.before(parts);
    for (const [key, html] of Object.entries(parts)) waiting.set(key, html);
    settle();
  };
  addEventListener("pointerdown", () => { down = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { down = false; setTimeout(settle, 350); }, true);
  document.addEventListener("toggle", settle, true);
  document.addEventListener("focusout", () => setTimeout(settle, 50));

  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(url + (last ? `&last=${encodeURIComponent(last)}` : ""));
    source.addEventListener("parts", (e) => { last = e.lastEventId; flagfall.take(JSON.parse(e.data)); });
    source.addEventListener("reset", () => location.reload());
    source.onopen = () => { failed = 0; lost.hidden = true; };
    source.onerror = () => {
      failed += 1;
      if (failed > 2) { lost.textContent = document.body.dataset.lost; lost.hidden = false; }
      if (source && source.readyState === EventSource.CLOSED) { close(); setTimeout(open, 3000); }
    };
  };
  const close = () => { if (source) source.close(); source = null; };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
})();
