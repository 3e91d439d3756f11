// Additions to pages that work without them: a key for the search, buttons that copy, times in the reader's zone or counting down, a log that
// follows, a till that changes in place, and forms that are sent once.

const MINUTE = 60_000;

/** Words and the locale in the language of the page. */
const WORDS = document.body.dataset;

// Says aloud what a button did: the change of its own text is not announced.
const said = document.createElement('p');
said.className = 'unseen';
said.role = 'status';
document.body.append(said);

function newButton(className, text, press) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = text;
  button.addEventListener('click', () => press(button));
  return button;
}

async function copy(source, button) {
  await navigator.clipboard.writeText(source.textContent);
  button.textContent = WORDS.sayCopied;
  said.textContent = WORDS.sayCopied;
  setTimeout(() => {
    button.textContent = WORDS.sayCopy;
    said.textContent = '';
  }, 2000);
}

function addCopyButtons(part) {
  // Browsers have no clipboard for pages over plain HTTP from another machine.
  for (const source of navigator.clipboard ? part.querySelectorAll('[data-copy]') : [])
    (source.closest('pre') ?? source).after(newButton('copy', WORDS.sayCopy, (button) => copy(source, button)));
}

const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const MINUTE_PARTS = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const FORMATS = {
  minute: new Intl.DateTimeFormat(WORDS.locale, MINUTE_PARTS),
  second: new Intl.DateTimeFormat(WORDS.locale, { ...MINUTE_PARTS, second: '2-digit' }),
  zoned: new Intl.DateTimeFormat(WORDS.locale, { ...MINUTE_PARTS, timeZoneName: 'short' }),
};

/** Shows instants, which the server writes in UTC, in the reader's zone. */
function showLocally(part) {
  for (const time of part.querySelectorAll('time[data-instant]')) {
    time.title = `${ZONE} (${time.textContent})`;
    time.textContent = FORMATS[time.dataset.instant].format(new Date(time.dateTime));
    delete time.dataset.instant;
  }
}

function enhance(part) {
  addCopyButtons(part);
  showLocally(part);
}
enhance(document);

const LIVE_INTERVAL = 5000;
/** Ten minutes, so that an open page does not keep a session alive. */
const LIVE_TIMES = 120;

/** Shows what is new, unless someone reads or has turned it off. */
function follow(live) {
  let [left, shown] = [LIVE_TIMES, undefined];
  const toggle = newButton('secondary', 'Pause', () => {
    const isPaused = left === 0;
    left = isPaused ? LIVE_TIMES : 0;
    toggle.textContent = isPaused ? 'Pause' : 'Follow';
  });
  live.previousElementSibling.append(toggle);
  setInterval(async () => {
    const isRead = live.querySelector('details[open]') || live.contains(document.activeElement);
    if (left === 0 || document.hidden || isRead) return;
    left -= 1;
    if (left === 0) toggle.textContent = 'Follow';
    const response = await fetch(location.href).catch(() => undefined);
    if (!response?.ok || response.redirected) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const latest = page.querySelector('[data-live]');
    if (!latest || latest.innerHTML === shown) return;
    shown = latest.innerHTML;
    live.replaceChildren(...latest.childNodes);
    enhance(live);
  }, LIVE_INTERVAL);
}
for (const live of document.querySelectorAll('[data-live]')) follow(live);

const search = document.querySelector('.find input');
addEventListener('keydown', (event) => {
  const isTyped = event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select');
  if (event.key !== '/' || isTyped || !search) return;
  event.preventDefault();
  search.select();
});

const countDown = (time) => {
  const left = Math.max(0, Date.parse(time.dateTime) - Date.now());
  const [hours, minutes] = [Math.floor(left / (60 * MINUTE)), Math.floor((left % (60 * MINUTE)) / MINUTE)];
  if (hours < 48) time.textContent = hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
};

setInterval(() => {
  for (const time of document.querySelectorAll('time[data-countdown]')) countDown(time);
}, MINUTE);

addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (form.method === 'post') {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
    submitter?.setAttribute('aria-busy', 'true');
  } else if (form.closest('[data-in-place]')) {
    event.preventDefault();
    press(submitter);
  }
});

/** Presses of buttons in a part that changes in place, one after the other, so that none is lost. */
let presses = Promise.resolve();
const press = ({ name, value } = {}) => {
  presses = presses.then(() => changeInPlace(name, value));
};

/** Shows the page that the part's form leads to, without leaving this one. Opens it if that fails. */
async function changeInPlace(name, value) {
  const part = document.querySelector('[data-in-place]');
  const form = part.querySelector('form[method="get"]');
  const query = new URLSearchParams(new FormData(form));
  if (name) query.set(name, value);
  const address = `${form.action}?${query}`;
  const response = await fetch(address).catch(() => undefined);
  const text = response?.ok ? await response.text() : '';
  const latest = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-in-place]');
  if (!latest) return location.assign(address);
  const focused = document.activeElement;
  part.replaceChildren(...latest.childNodes);
  history.replaceState(null, '', address);
  enhance(part);
  focusAgain(part, focused);
  said.textContent = part.querySelector('[role="status"]')?.textContent ?? '';
}

/** Focuses the control that had the focus before its part was replaced. */
function focusAgain(part, { id, name, value }) {
  const same = name && `[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`;
  const found = id ? document.getElementById(id) : same && part.querySelector(same);
  found?.focus({ preventScroll: true });
}

addEventListener('change', ({ target }) => {
  if (target.matches('[data-in-place] select, [data-in-place] .steps input')) press();
});

// A page that the browser brings back by its history can be sent again.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent;
});
