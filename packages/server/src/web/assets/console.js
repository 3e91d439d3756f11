// Additions to pages that work without them: buttons that copy, times that count down, and forms that are sent once.

const MINUTE = 60_000;

// Says aloud what a button did: the change of its own text is not announced.
const said = document.createElement('p');
said.className = 'unseen';
said.role = 'status';
document.body.append(said);

// Browsers have no clipboard for pages over plain HTTP from another machine.
for (const source of navigator.clipboard ? document.querySelectorAll('[data-copy]') : []) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
    said.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
      said.textContent = '';
    }, 2000);
  });
  (source.closest('pre') ?? source).after(button);
}

const countDown = (time) => {
  const left = Math.max(0, Date.parse(time.dateTime) - Date.now());
  const [hours, minutes] = [Math.floor(left / (60 * MINUTE)), Math.floor((left % (60 * MINUTE)) / MINUTE)];
  if (hours < 48) time.textContent = hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
};

setInterval(() => {
  for (const time of document.querySelectorAll('time[data-countdown]')) countDown(time);
}, MINUTE);

for (const form of document.querySelectorAll('form[method="post"]')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
    event.submitter?.setAttribute('aria-busy', 'true');
  });
}

// A page that the browser brings back by its history can be sent again.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent;
});
