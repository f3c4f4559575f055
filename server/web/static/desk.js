// The desk keeps its order: a case stays where it is, a new one comes in below the open one, tapping a plate opens it.
"use strict";
(() => {
  const queue = document.getElementById("queue"), dones = document.getElementById("dones");
  const search = document.getElementById("search");
  let order = [...queue.children].map((el) => el.id);

  const open = (article) => {
    for (const el of queue.querySelectorAll(".case")) {
      const top = el === article;
      el.classList.toggle("top", top);
      el.querySelector(".plate").setAttribute("aria-expanded", String(top));
    }
  };
  const make = (html) => {
    const box = document.createElement("template");
    box.innerHTML = html;
    const el = box.content.firstElementChild;
    if (el && window.htmx) setTimeout(() => window.htmx.process(el));
    return el;
  };
  const calm = () => {
    const none = document.getElementById("calm");
    if (queue.querySelector(".case")) { if (none) none.remove(); }
    else if (!none) {
      const p = document.createElement("p");
      p.className = "calm"; p.id = "calm"; p.textContent = queue.dataset.calm;
      queue.append(p);
    }
  };
  const insert = (el) => {
    const top = queue.querySelector(".case.top");
    if (!top) { queue.prepend(el); open(el); return; }
    el.classList.add("new");
    let after = top;
    const place = order.indexOf(el.id);
    for (let next = top.nextElementSibling; next && order.indexOf(next.id) >= 0 && order.indexOf(next.id) < place; next = next.nextElementSibling) after = next;
    after.after(el);
  };
  flagfall.put = (key, html) => {
    if (key === "order") { order = JSON.parse(html); return; }
    const old = document.getElementById(key);
    if (key.startsWith("case-") || key.startsWith("done-")) {
      const home = key.startsWith("case-") ? queue : dones;
      if (!html) {
        if (old) {
          const next = old.nextElementSibling, wasTop = old.classList.contains("top");
          old.remove();
          if (wasTop) open(next && next.matches(".case") ? next : queue.querySelector(".case"));
        }
      } else {
        const el = make(html);
        if (!old) {
          if (home === queue) { insert(el); announce(el); } else home.append(el);
        } else {
          if (old.dataset.g !== el.dataset.g) announce(el);
          if (old.classList.contains("top")) { el.classList.add("top"); el.querySelector(".plate").setAttribute("aria-expanded", "true"); }
          old.replaceWith(el);
        }
      }
      calm();
      return;
    }
    flagfall.replace(key, html);
    if (key.startsWith("tile-")) sift();
  };

  // one short low tone for a new decision, once more after half a minute; off until it is asked for, and only here
  const sound = document.getElementById("sound");
  let audio = null, again = 0;
  const tone = () => {
    if (!audio) return;
    const wave = audio.createOscillator(), level = audio.createGain(), t = audio.currentTime;
    wave.frequency.value = 220;
    level.gain.setValueAtTime(0.12, t);
    level.gain.exponentialRampToValueAtTime(0.001, t + 0.35);
    wave.connect(level).connect(audio.destination);
    wave.start(t);
    wave.stop(t + 0.36);
  };
  const announce = (el) => {
    if (!audio || el.dataset.g !== "decision") return;
    clearTimeout(again);
    tone();
    again = setTimeout(() => { if (document.getElementById(el.id)) tone(); }, 30000);
  };
  sound.addEventListener("click", () => {
    if (audio) { audio.close(); audio = null; } else { audio = new AudioContext(); tone(); }
    sound.setAttribute("aria-pressed", String(Boolean(audio)));
    sound.textContent = audio ? sound.dataset.on : sound.dataset.off;
  });

  queue.addEventListener("click", (e) => {
    const plate = e.target.closest(".plate");
    if (plate) open(plate.parentElement);
  });
  document.addEventListener("click", (e) => {
    const shut = e.target.closest("[data-close]");
    if (shut) shut.closest("details").open = false;
    const tab = e.target.closest("#tabs a");
    if (tab) {
      e.preventDefault();
      for (const other of document.querySelectorAll("#tabs a")) other.removeAttribute("aria-current");
      tab.setAttribute("aria-current", "true");
      sift();
    }
  });
  document.addEventListener("htmx:afterRequest", (e) => {
    const box = e.target.closest && e.target.closest("details[open]");
    if (box) box.open = false;
  });
  document.body.addEventListener("ff-refresh", async () => {
    const answer = await fetch("/desk/parts");
    if (answer.ok) flagfall.take(await answer.json());
  });

  // filter and search: tiles keep their order, what does not fit is hidden
  function sift() {
    const tab = document.querySelector("#tabs [aria-current]"), show = tab ? tab.dataset.show : "";
    const word = search.value.trim().toLowerCase();
    for (const tile of document.querySelectorAll(".tile")) {
      const over = ["over", "confirmed"].includes(tile.dataset.phase);
      const fits = !show || (show === "over" ? over : tile.dataset.phase === "playing");
      const found = !word || (/^\d+$/.test(word) ? tile.dataset.find.split(" ")[0] === word : tile.dataset.find.includes(word));
      tile.hidden = !(fits && found);
    }
  }
  search.addEventListener("input", sift);

  // keys: "/" to search, digits and Enter to open a table's case or the table itself, arrows along the queue, Esc back
  let digits = "", forget = 0;
  const go = (word) => {
    const kase = queue.querySelector(`.case[data-n="${Number(word)}"]`);
    if (kase) { open(kase); kase.querySelector(".plate").focus(); return; }
    const tile = document.getElementById(`tile-${Number(word)}`);
    if (tile) location.href = tile.href;
  };
  addEventListener("keydown", (e) => {
    const typing = e.target.matches("input, textarea, select");
    if (e.key === "Escape") {
      for (const box of document.querySelectorAll("details[open]")) box.open = false;
      search.value = ""; digits = ""; sift();
      if (typing) e.target.blur();
      return;
    }
    if (e.target === search && e.key === "Enter") {
      const first = [...document.querySelectorAll(".tile")].find((tile) => !tile.hidden);
      if (first) go(first.dataset.find.split(" ")[0]);
      return;
    }
    if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "/") { e.preventDefault(); search.focus(); return; }
    if (/^\d$/.test(e.key)) {
      digits += e.key;
      clearTimeout(forget);
      forget = setTimeout(() => { digits = ""; }, 2500);
      return;
    }
    if (e.key === "Enter" && digits) { e.preventDefault(); go(digits); digits = ""; return; }
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      const all = [...queue.querySelectorAll(".case")], at = all.findIndex((el) => el.classList.contains("top"));
      const next = all[at + (e.key === "ArrowDown" ? 1 : -1)];
      if (next) { e.preventDefault(); open(next); next.querySelector(".plate").focus(); }
    }
  });
})();
