// The phone's three results: a tap chooses, the button below confirms. Nothing is chosen beforehand.
"use strict";
(() => {
  const form = document.getElementById("choose");
  if (!form) return;
  const send = document.getElementById("send");
  form.addEventListener("click", (e) => {
    const choice = e.target.closest('button[name="pick"]');
    if (!choice) return;
    e.preventDefault();
    for (const other of form.querySelectorAll('button[name="pick"]')) other.setAttribute("aria-pressed", String(other === choice));
    form.elements.result.value = choice.value;
    send.disabled = false;
    send.textContent = form.dataset.confirm.replace("*", choice.dataset.text);
  });
})();
