import { html } from 'hono/html';
import { code, notice } from '../../kit/page/parts.ts';
import type { Html } from '../../languages/html.ts';
import type { LiveResponse } from './run-call.ts';

export function responseSection(response: LiveResponse | 'unreachable'): Html {
  if (response === 'unreachable') return notice('error', UNREACHABLE);
  const { status, reason, headers, body, milliseconds } = response;
  const look = status < 400 ? 'ok' : 'refused';
  return html`<section class="card" id="answer">
    <h2>Response</h2>
    <p role="status"><span class="status ${look}">${status} ${reason}</span> in ${Math.max(1, Math.round(milliseconds))} ms</p>
    <dl class="headers">${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl>
    ${code('Body', body)}
  </section>`;
}

export const UNREACHABLE = 'The API did not respond in time. Try again in a moment.';
