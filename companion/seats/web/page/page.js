// One seat in a browser: a terminal of our own size, a socket that comes back, fingers, and a field for words.
"use strict";

const FONT = "Companion Mono";
const WANTED = 45; // columns that a phone must have
const WIDE = 560; // pixels from which a screen gets 80
const LYING = 480; // pixels below which a wide screen is that of a phone on its side: 18 rows for thumbs
const FEW_ROWS = 18, LEAST_WIDE = 60; // its rows and columns
const LINE = 1.164; // height of a row of this font, in its size
const LARGEST = 18, SMALLEST = 8; // pixels of the letters
const ADVANCE = 0.60205; // width of a letter of this font, in its size
const SILENT = 3000, TORN = 7000; // milliseconds
const TAP = 10; // pixels that a finger may tremble
const CODES = {
  4000: "The seat has ended. It opens again …",
  4001: "Another phone has taken this seat. Tap to take it back.",
  4002: "This seat is closed. Scan the code on the table's screen for a new one.",
};

const place = document.getElementById("screen");
const note = document.getElementById("note");
const form = document.getElementById("words");
const typed = document.getElementById("typed");

const terminal = new Terminal({
  fontFamily: `"${FONT}", monospace`,
  fontSize: 14,
  fontWeightBold: 700,
  scrollback: 0,
  cursorBlink: false,
  allowProposedApi: true,
  drawBoldTextInBrightColors: false,
  theme: { background: "#14171c", foreground: "#ece9e2" },
});

// -- size ------------------------------------------------------------------------------------------------------------

function cell() {
  const rect = terminal.element.querySelector(".xterm-screen").getBoundingClientRect();
  return { width: rect.width / terminal.cols, height: rect.height / terminal.rows };
}

function fit() {
  const width = place.clientWidth, height = place.clientHeight;
  if (!width || !height) return;
  // A phone upright gets 45 columns, whatever is larger at least 80; on its side it gets few rows, and so large ones.
  const lies = width >= WIDE && height < LYING && matchMedia("(pointer: coarse)").matches;
  const wanted = lies ? LEAST_WIDE : width >= WIDE ? 80 : WANTED;
  const most = lies ? height / FEW_ROWS / LINE + 0.4 : width >= WIDE ? 16 : LARGEST;
  let size = Math.min(most, Math.floor((width / wanted / ADVANCE) * 10) / 10);
  size = Math.max(SMALLEST, size);
  let columns = 0, rows = 0;
  for (let tries = 0; tries < 8; tries++) {
    terminal.options.fontSize = size;
    const one = cell();
    columns = Math.floor(width / one.width + 0.01);
    rows = Math.floor(height / one.height + 0.01);
    const enough = columns >= Math.min(wanted, Math.floor(width / (SMALLEST * ADVANCE))) && !(lies && rows < FEW_ROWS);
    if (enough || size <= SMALLEST) break;
    size -= 0.2;
  }
  columns = Math.max(20, Math.min(300, columns));
  rows = Math.max(8, Math.min(200, rows));
  if (columns !== terminal.cols || rows !== terminal.rows) {
    terminal.resize(columns, rows);
    return true;
  }
  return false;
}

let due = 0;
function refit() {
  cancelAnimationFrame(due);
  due = requestAnimationFrame(() => { if (fit()) say(["size", terminal.cols, terminal.rows]); });
}

// -- the socket ------------------------------------------------------------------------------------------------------

let socket = null, pause = 250, heard = 0, lost = 0, stopped = false, waiting = 0;
const key = location.pathname.slice(3);

function say(what) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
}

function tell(text) {
  note.textContent = text;
  note.hidden = !text;
}

function connect() {
  clearTimeout(waiting);
  if (stopped || (socket && socket.readyState <= WebSocket.OPEN)) return;
  const mine = socket = new WebSocket(`ws://${location.host}/W/${key}`);
  mine.binaryType = "arraybuffer";
  heard = performance.now();
  mine.onopen = () => {
    if (mine !== socket) return;
    heard = performance.now();
    fit();
    say(["size", terminal.cols, terminal.rows]);
  };
  mine.onmessage = (event) => {
    if (mine !== socket) return;
    heard = performance.now();
    lost = 0;
    tell("");
    if (typeof event.data !== "string") {
      // A seat that ends before it has drawn anything is asked for less and less often.
      pause = 250;
      terminal.write(new Uint8Array(event.data));
    } else {
      const what = JSON.parse(event.data);
      if (what.type === "field") field(what);
      else if (what.type === "begins") field({});
    }
  };
  mine.onclose = (event) => {
    if (mine !== socket) return;
    socket = null;
    if (CODES[event.code]) tell(CODES[event.code]);
    if (event.code === 4001 || event.code === 4002) { stopped = true; return; }
    if (!lost) lost = performance.now();
    waiting = setTimeout(connect, pause);
    pause = Math.min(4000, pause * 2);
  };
}

setInterval(() => {
  if (lost && !stopped && performance.now() - lost > 5000)
    tell("The table does not answer; it is looked for. Is this phone in its Wi-Fi?");
  if (!socket) return;
  const silent = performance.now() - heard;
  if (silent > TORN) {
    // A net without a word of its end, or a table that takes a line and says nothing: it would be noticed after minutes.
    const dead = socket;
    dead.onclose({ code: 1006 });
    dead.close();
  } else if (silent > SILENT) say(["ping"]);
}, 1000);

function atOnce() {
  pause = 250;
  if (document.visibilityState !== "hidden") connect();
}
document.addEventListener("visibilitychange", atOnce);
window.addEventListener("pageshow", atOnce);
window.addEventListener("online", atOnce);
note.addEventListener("click", () => { if (stopped) { stopped = false; tell(""); connect(); } });

// What the terminal says goes out once a frame: a fast mouse says more than any table needs to know.
let keys = "", sending = 0;
terminal.onData((text) => { keys += text; sending ||= setTimeout(flush, 4); });
terminal.onBinary((text) => { keys += text; sending ||= setTimeout(flush, 4); });
function flush() {
  sending = 0;
  for (let at = 0; at < keys.length; at += 8000) say(["keys", keys.slice(at, at + 8000)]);
  keys = "";
}

// -- fingers ---------------------------------------------------------------------------------------------------------

let start = null;
place.addEventListener("touchstart", (event) => {
  const touch = event.touches[0];
  start = event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY, at: touch.clientY, moved: false } : null;
}, { passive: true });
place.addEventListener("touchmove", (event) => {
  event.preventDefault();
  if (!start) return;
  const touch = event.touches[0];
  if (!start.moved && Math.hypot(touch.clientX - start.x, touch.clientY - start.y) <= TAP) return;
  start.moved = true;
  // Textual scrolls two lines a turn of the wheel: so the text follows the finger.
  const step = 2 * cell().height;
  while (Math.abs(start.at - touch.clientY) >= step) {
    const down = start.at > touch.clientY;
    start.at += down ? -step : step;
    terminal.element.querySelector(".xterm-screen").dispatchEvent(new WheelEvent("wheel", {
      bubbles: true, cancelable: true, deltaY: down ? 1 : -1, deltaMode: 1, clientX: start.x, clientY: start.y,
    }));
  }
}, { passive: false });
place.addEventListener("touchend", (event) => {
  if (start && start.moved) event.preventDefault();
  start = null;
}, { passive: false });
place.addEventListener("contextmenu", (event) => event.preventDefault());

// -- words -----------------------------------------------------------------------------------------------------------

// The terminal never raises a phone's keyboard: its corrections would come twice. Words go through a field of the page.
let of; // the field of the app that is typed into
function field(what) {
  const wanted = typeof what.label === "string" && matchMedia("(pointer: coarse)").matches;
  form.hidden = !wanted;
  if (!wanted) typed.blur();
  else {
    form.querySelector("label").textContent = what.label;
    typed.maxLength = what.most || 400;
    // After a break the page may have more of what is being typed than the app was told.
    if (what.of === of && document.activeElement === typed) say(["field", typed.value]);
    else typed.value = what.value;
  }
  of = wanted ? what.of : undefined;
}
typed.addEventListener("input", () => say(["field", typed.value]));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  say(["field", typed.value]);
  say(["keys", "\r"]);
  typed.blur();
});

// -- begin -----------------------------------------------------------------------------------------------------------

async function begin() {
  const all = "A█●⚀✓";
  await Promise.all([document.fonts.load(`400 14px "${FONT}"`, all), document.fonts.load(`700 14px "${FONT}"`, all)])
    .catch(() => {});
  terminal.open(place);
  terminal.textarea.inputMode = "none";
  terminal.textarea.setAttribute("autocapitalize", "off");
  fit();
  // Before the first picture: a terminal that shrinks later would keep its old height.
  terminal.reset();
  terminal.focus();
  new ResizeObserver(refit).observe(place);
  window.addEventListener("resize", refit);
  screen.orientation?.addEventListener("change", refit);
  connect();
}
begin();
