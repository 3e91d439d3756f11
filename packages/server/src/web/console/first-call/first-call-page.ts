import { html } from 'hono/html';
import type { Merchant } from '../../../directory/merchants/merchants.ts';
import { selectField } from '../../kit/form/fields.ts';
import { filledWith } from '../../kit/form/filled-form.ts';
import type { Page } from '../../kit/page/layout.ts';
import { hidden, notice } from '../../kit/page/parts.ts';
import type { View } from '../../kit/page/view.ts';
import type { Html } from '../../languages/html.ts';
import { appPage, appPath, type ShownApp } from '../app-layout.ts';
import { inOrganization } from '../navigation.ts';
import type { LiveAnswer } from './run-call.ts';
import type { SampleCall } from './sample-calls.ts';
import type { Snippet } from './snippets.ts';

/** A request that can be made, with what it is made of. */
export interface FirstCall extends ShownApp {
  readonly merchants: readonly Merchant[];
  readonly calls: readonly SampleCall[];
  /** Undefined where something is missing: a merchant, or a credential. */
  readonly chosen: Chosen | undefined;
  readonly missing: 'merchant' | 'credential' | undefined;
}

export interface Chosen {
  readonly merchant: Merchant;
  readonly call: SampleCall;
  readonly snippets: readonly Snippet[];
  readonly answer: LiveAnswer | 'unreachable' | undefined;
}

/** Ready-made requests, and a button that makes one. */
export function firstCallPage(view: View, firstCall: FirstCall): Page {
  const { app, chosen, missing } = firstCall;
  const content = html`
    ${missing === 'merchant' && noMerchant(firstCall)}
    ${missing === 'credential' && notice('hint', html`The app has no sandbox credential. <a href="${appPath(app)}">Issue one</a> first.`)}
    ${chosen && html`${choice(view, firstCall, chosen)} ${chosen.answer && answerSection(chosen.answer)} ${snippetSection(firstCall, chosen)}`}`;
  return appPage(firstCall, 'firstCall', content);
}

const noMerchant = ({ developer }: FirstCall): Html => html`<div class="empty">
  <h2>Create a sandbox merchant first</h2>
  <p>The app calls the API for a merchant. A new one has demo data and takes a few seconds.</p>
  <p><a class="button" href="${inOrganization(developer, '/console/merchants/new')}">New sandbox merchant</a></p>
</div>`;

/** The button sends the form, the other one shows the choice without making the request. */
function choice(view: View, { app, merchants, calls }: FirstCall, { merchant, call }: Chosen): Html {
  const form = filledWith({ company: String(merchant.companyId), call: call.id });
  const path = appPath(app, '/first-call');
  return html`<form class="card" method="post" action="${path}">
    ${hidden('token', view.formToken)}
    <div class="two">
      ${selectField(
        form,
        { name: 'company', label: 'Sandbox merchant' },
        merchants.map(({ companyId, name }) => [String(companyId), `${name} (${companyId})`]),
      )}
      ${selectField(
        form,
        { name: 'call', label: 'Request' },
        calls.map(({ id, label, path: target }) => [id, `${label}: GET ${target.split('?')[0]}`]),
      )}
    </div>
    <div class="actions">
      <button>Run</button>
      <button class="secondary" formmethod="get" formaction="${path}">Show snippets</button>
    </div>
    <p class="small">Run gets a token for the app and the merchant, sends the request to the API and shows the response.</p>
  </form>`;
}

function answerSection(answer: LiveAnswer | 'unreachable'): Html {
  if (answer === 'unreachable') {
    return notice('error', 'The API did not respond in time. Try again in a moment.');
  }
  const { status, reason, headers, body, milliseconds } = answer;
  const look = status < 400 ? 'ok' : 'refused';
  return html`<section class="card" id="answer">
    <h2>Response</h2>
    <p role="status"><span class="status ${look}">${status} ${reason}</span> in ${Math.max(1, Math.round(milliseconds))} ms</p>
    <dl class="headers">${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl>
    ${code('Body', body)}
  </section>`;
}

const snippetSection = ({ app }: FirstCall, { snippets, answer }: Chosen): Html => html`<section class="card">
  <h2>From your own machine</h2>
  <p class="small">${
    typeof answer === 'object'
      ? 'The curl and HTTP snippets use the token of the response above. It works for 15 minutes.'
      : html`The secret was shown when it was issued. If you have lost it, <a href="${appPath(app)}">rotate it</a>.`
  }</p>
  ${snippets.map(({ title, text }) => html`<h3>${title}</h3>${code(title, text)}`)}
</section>`;

/** Scrolls by itself, so it can be reached by keyboard. */
const code = (label: string, text: string): Html =>
  html`<div class="copied"><pre tabindex="0" role="region" aria-label="${label}"><code data-copy>${text}</code></pre></div>`;
