"use strict";
document.addEventListener("click", (e) => { if (e.target.closest("[data-print]")) print(); });
