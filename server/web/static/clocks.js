// Figures that go on between frames: running clocks, ages, the time of day. The server's reading is the truth; the browser
// only counts on from it, by the server's own time, and never below zero.
"use strict";
(() => {
  const meta = document.querySelector('meta[name="ff-now"]');
  const offset = meta ? Number(meta.content) - Date.now() : 0;
  const now = () => Date.now() + offset;
  const two = (v) => String(v).padStart(2, "0");
  const face = (ms, tenths) => {
    const s = Math.floor(ms / 1000), h = Math.floor(s / 3600);
    if (h) return `${h}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
    return `${Math.floor(s / 60)}:${two(s % 60)}` + (tenths && ms > 0 && ms < 60000 ? `.${Math.floor(ms / 100) % 10}` : "");
  };
  const age = (ms, long) => {
    const s = Math.max(0, Math.floor(ms / 1000)), h = Math.floor(s / 3600);
    if (long || h) return `${h}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
    return `${Math.floor(s / 60)}:${two(s % 60)}`;
  };
  const put = (el, text) => { if (el.textContent !== text) el.textContent = text; };
  const tick = () => {
    const t = now();
    for (const el of document.querySelectorAll("b[data-ms]")) {
      const d = el.dataset, left = Math.max(0, d.ms - Math.max(0, t - d.at) * d.scale);
      put(el, face(left, "tenths" in d));
      if ("warns" in d) el.parentElement.classList.toggle("low", left < 60000);
    }
    for (const el of document.querySelectorAll("[data-since]")) put(el, age(t - el.dataset.since, "long" in el.dataset));
    for (const el of document.querySelectorAll("[data-wall]")) {
      const d = new Date(t);
      put(el, `${d.getHours()}:${two(d.getMinutes())}`);
    }
  };
  tick();
  setInterval(tick, 100);
  window.flagfall = { now, tick };
})();
