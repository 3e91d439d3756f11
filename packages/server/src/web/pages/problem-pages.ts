import { html } from 'hono/html';
import type { ConsentCode } from '../../oauth/authorize/refusals.ts';
import type { Problem } from '../problems.ts';
import type { View } from '../view.ts';
import type { Page } from './layout.ts';
import { switchAccount } from './parts.ts';

/** Whatever else goes wrong. The reference finds the request in the log. */
export function problemPage({ say, homeUrl }: View, problem: Problem, correlationId: string): Page {
  const { title, text } = say.problems[problem];
  const body = html`<div class="card problem">
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a class="button secondary" href="${homeUrl}">${say.problems.start}</a></p>
    <p class="small">${say.problems.reference} <code>${correlationId}</code></p>
  </div>`;
  return { title, body };
}

/** Error page of an authorization request that is not redirected back to the app. */
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
