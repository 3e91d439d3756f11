import { html } from 'hono/html';
import type { RuleOutcome, TrafficCheck } from '../../control/traffic/check-traffic.ts';
import type { KeptCheck } from '../../control/traffic/submitted-check.ts';
import { instantOf } from '../kit/page/instants.ts';
import { notice } from '../kit/page/parts.ts';
import type { Html } from '../languages/html.ts';

const timesOf = (times: number): string => (times === 1 ? 'once' : `${times.toLocaleString('en')} times`);

/** What a traffic check has found, in a sentence. */
export function checkSummary({ requests, rules, since }: Pick<TrafficCheck, 'requests' | 'rules' | 'since'>): string {
  const broken = rules.filter(({ times }) => times > 0).length;
  if (requests === 0) return `No requests since ${since}: there is nothing to check yet.`;
  const sent = `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'} since ${since}`;
  return broken === 0
    ? `No finding in ${sent}.`
    : `${broken} ${broken === 1 ? 'rule is' : 'rules are'} broken in ${sent}.`;
}

/** The traffic check that came with a submission. */
export const submittedCheck = ({ requests, since, until, broken }: KeptCheck): Html => html`<h3>Traffic</h3>
  <p>${requests.toLocaleString('en')} requests from ${since} to ${until}.</p>
  ${
    broken.length === 0
      ? html`<p>${requests === 0 ? 'Nothing could be checked.' : 'No finding.'}</p>`
      : html`<ul class="checks">${broken.map(
          ({ rule, times }) => html`<li><span class="outcome refused">${timesOf(times)}</span> ${rule}</li>`,
        )}</ul>`
  }`;

/** Names the regions whose requests were not checked. */
export const unchecked = ({ unavailable }: Pick<TrafficCheck, 'unavailable'>): Html | undefined =>
  unavailable.length > 0
    ? notice(
        'hint',
        `Requests in ${unavailable.join(', ')} are not checked, because the region is unavailable right now.`,
      )
    : undefined;

/** A broken rule: how to fix it, and the requests that show it. */
export const finding = (
  { name, rule, fix, guide, times, lastAt, requests }: RuleOutcome,
  docsUrl: string,
  requestsPath: string,
): Html => html`<section class="card" id="${name}"><h2>${rule}</h2>
  <p>Broken ${timesOf(times)}, last ${lastAt === null ? '' : instantOf(lastAt, 'second')}.</p>
  <p><strong>Fix:</strong> ${fix} <a href="${new URL(`guides/${guide}`, `${docsUrl}/`)}">Read the guide</a></p>
  ${
    requests.length > 0 &&
    html`<ol class="rows">${requests.map(
      (request) => html`<li>
      <p><code>${request.method} ${request.path}${request.query && `?${request.query}`}</code></p>
      <p class="small">${request.status} ${request.code ?? ''} · ${instantOf(request.at, 'second')} ·
        <a href="${requestsPath}/${request.correlationId}">In the log</a></p></li>`,
    )}</ol>`
  }
</section>`;
