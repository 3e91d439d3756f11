import { html } from 'hono/html';
import type { OutputOf } from '../../../control/operations.ts';
import type { Page } from '../../pages/layout.ts';
import { operatorOffice } from './operator-office.ts';

export interface Health {
  readonly version: string;
  /** Apps that wait for a decision. */
  readonly submitted: number;
  readonly findings: OutputOf<'deployment.check'>['findings'];
}

/** State of the service at a glance. */
export function healthPage({ version, submitted, findings }: Health): Page {
  const body = html`<h1>Health</h1>
    <dl><div><dt>Version</dt><dd>${version}</dd></div><div><dt>Apps waiting for review</dt><dd>${submitted}</dd></div></dl>
    <ul class="cards">${findings.map(({ check, found }) => html`<li class="card"><h2>${check}</h2><p>${found}</p></li>`)}</ul>`;
  return { title: 'Health', body, office: operatorOffice('health') };
}
