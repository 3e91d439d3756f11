// Adds a button to each block of code that copies it.

const announcement = document.createElement('p');
announcement.className = 'unseen';
announcement.setAttribute('role', 'status');
document.body.append(announcement);

async function copy(button, code) {
  const outcome = await navigator.clipboard.writeText(code.textContent).then(
    () => 'Copied',
    () => 'Not copied',
  );
  button.textContent = outcome;
  announcement.textContent = outcome;
  setTimeout(() => {
    button.textContent = 'Copy';
    announcement.textContent = '';
  }, 2000);
}

// Browsers have no clipboard for pages over plain HTTP from another machine.
for (const code of navigator.clipboard ? document.querySelectorAll('article pre code') : []) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => copy(button, code));
  code.parentElement.before(button);
}
