"use strict";
// The replay: the game stands in the page, and everything shown is made from it. Names only ever become text.
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const words = game.words;
  const byId = (id) => document.getElementById(id);
  const replay = byId("replay");
  const stops = game.stops;
  let at = 0;
  let view = -1;
  let timer = 0;

  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  const picture = (card) => {
    const svg = byId("card").content.firstElementChild.cloneNode(true);
    svg.setAttribute("aria-label", card === "back" ? words.hidden : words.cards[card]);
    svg.firstElementChild.setAttribute("href", "#card-" + card);
    return svg;
  };

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, key) => values[key]);

  const handOf = (stop, seat) => {
    const own = stop.h[view];
    if (view === seat && own && own.length) return own;
    const shown = stop.s[seat].x;
    if (shown.length) return shown;
    return new Array(stop.s[seat].c).fill("back");
  };

  const seatBox = (stop, seat) => {
    const facts = stop.s[seat];
    const gone = facts.f.includes("out") || facts.f.includes("away");
    const acts = facts.f.includes("turn");
    const box = make("div", "seat" + (acts ? " acts" : "") + (gone ? " gone" : ""));
    const who = make("div", "who seat-" + seat);
    who.append(make("i", "dot"), make("b", "", game.names[seat] || ""));
    who.append(make("span", "lives", facts.l > 5 ? facts.l + " ●" : "●".repeat(facts.l) || "○"));
    const flags = make("div", "flags");
    const told = facts.f.map((flag) => make("span", flag, words[flag]));
    if (facts.o > 0 && facts.x.length) told.push(make("span", "", fill(words.loses, { n: facts.o })));
    told.forEach((one, place) => flags.append(...(place ? [" · ", one] : [one])));
    const hand = make("div", "hand");
    if (stop.on || facts.x.length) hand.append(...handOf(stop, seat).map(picture));
    if (facts.v) hand.append(make("span", "score", facts.v));
    box.append(who, flags, hand);
    return box;
  };

  const pileBox = (label, card) => {
    const box = make("div");
    box.append(card === null ? make("div", "nothing") : picture(card), label);
    return box;
  };

  const show = (place) => {
    at = Math.max(0, Math.min(stops.length - 1, place));
    const stop = stops[at];
    byId("seats").replaceChildren(...stop.s.map((_seat, seat) => seatBox(stop, seat)));
    const middle = byId("middle");
    middle.replaceChildren();
    if (stop.on) {
      const pile = stop.p === null ? words.pile + ": " + words.empty : words.pile;
      middle.append(pileBox(words.stock + ": " + stop.k, stop.k > 0 ? "back" : null), pileBox(pile, stop.p));
    }
    byId("told").replaceChildren(...(stop.t.length ? stop.t : [words.before]).map((line) => make("p", "", line)));
    byId("seek").value = String(at);
    byId("where").textContent = fill(words.step, { number: at + 1, count: stops.length });
    byId("round").value = String(stop.r);
  };

  const pause = () => {
    clearInterval(timer);
    timer = 0;
    replay.classList.remove("playing");
    byId("play").setAttribute("aria-label", words.play);
  };

  const play = () => {
    if (at === stops.length - 1) show(0);
    replay.classList.add("playing");
    byId("play").setAttribute("aria-label", words.pause);
    timer = setInterval(() => (at < stops.length - 1 ? show(at + 1) : pause()), 1400);
  };

  const go = (place) => {
    pause();
    show(place);
  };

  const moves = {
    first: () => go(0),
    back: () => go(at - 1),
    forward: () => go(at + 1),
    last: () => go(stops.length - 1),
    play: () => (timer ? pause() : play()),
  };
  for (const [id, move] of Object.entries(moves)) {
    byId(id).setAttribute("aria-label", words[id]);
    byId(id).title = words[id];
    byId(id).addEventListener("click", move);
  }

  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement;
    const move = keys[event.key];
    if (!move || typing || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moves[move]();
  });

  let touch = null;
  const felt = byId("felt");
  felt.addEventListener("touchstart", (event) => {
    const point = event.changedTouches[0];
    touch = event.touches.length === 1 ? { x: point.clientX, y: point.clientY } : null;
  }, { passive: true });
  felt.addEventListener("touchend", (event) => {
    if (!touch) return;
    const point = event.changedTouches[0];
    const across = point.clientX - touch.x;
    const down = point.clientY - touch.y;
    touch = null;
    if (Math.abs(across) > 36 && Math.abs(across) > 2 * Math.abs(down)) moves[across < 0 ? "forward" : "back"]();
  }, { passive: true });

  const seek = byId("seek");
  seek.max = String(stops.length - 1);
  seek.setAttribute("aria-label", words.seek);
  seek.addEventListener("input", () => go(Number(seek.value)));

  const option = (value, text) => {
    const element = make("option", "", text);
    element.value = String(value);
    return element;
  };
  const columns = { 1: 1, 2: 2, 3: 3, 4: 2 }[game.names.length] || 3;
  byId("seats").style.setProperty("--columns", columns);

  byId("view").append(option(-1, words.everybody));
  for (const seat of game.views) byId("view").append(option(seat, fill(words.view, { name: game.names[seat] })));
  byId("view").disabled = game.views.length === 0;
  byId("view").addEventListener("change", (event) => {
    view = Number(event.target.value);
    show(at);
  });

  byId("round").append(option(0, words.before));
  for (const [number, _stop] of game.rounds) byId("round").append(option(number, fill(words.round, { number })));
  byId("round").addEventListener("change", (event) => {
    const found = game.rounds.find(([number]) => String(number) === event.target.value);
    go(found ? found[1] : 0);
  });

  for (const button of document.querySelectorAll(".watch")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      go(Number(button.dataset.stop));
      replay.scrollIntoView({ block: "start" });
    });
  }

  if (game.views.length) {
    view = game.views[0];
    byId("view").value = String(view);
  }
  replay.hidden = false;
  const wanted = /^#stop-(\d+)$/.exec(location.hash);
  const opening = game.rounds.length ? game.rounds[0][1] : 0;
  show(wanted ? Number(wanted[1]) - 1 : opening);
})();
