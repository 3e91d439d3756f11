import { html } from 'hono/html';
import type { ConsentCode } from '../../../oauth/consent/refusals.ts';
import type { Problem } from '../problems.ts';
import type { Page } from './layout.ts';
import { switchAccount } from './parts.ts';
import type { View } from './view.ts';

/** Page for a link that is no longer valid, with a link to the next step. */
export function linkGonePage(
  title: string,
  text: string,
  instead: { readonly href: string; readonly text: string },
): Page {
  const body = html`<div class="card problem">
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a class="button secondary" href="${instead.href}">${instead.text}</a></p>
  </div>`;
  return { title, body, status: 410 };
}

/** Page for any other failure. Its reference leads to the log entry. */
export function problemPage({ say, homeUrl }: View, problem: Problem, correlationId: string): Page {
  const { title, text } = say.problems[problem];
  const body = html`<div class="card problem">
    <h1>${title}</h1>
    <p>${text}</p>
    ${problem === 'otherAddress' && html`<p><a href="${homeUrl}" dir="ltr">${homeUrl}</a></p>`}
    <p><a class="button secondary" href="${homeUrl}">${say.problems.start}</a></p>
    <p class="small">${say.problems.reference} <code>${correlationId}</code></p>
  </div>`;
  return { title, body };
}

/** Page for an authorization error that is not returned to the app (consent.error.*). */
export function consentErrorPage(view: View, code: ConsentCode, requestId: string | undefined): Page {
  const { consentErrors } = view.say;
  const body = html`<div class="card problem">
    <h1>${consentErrors.title}</h1>
    <p>${consentErrors[code]}</p>
    <p class="small">${consentErrors.advice}</p>
    <p><code>${code}</code></p>
    ${requestId && switchAccount(view, requestId)}
  </div>`;
  return { title: consentErrors.title, body };
}
