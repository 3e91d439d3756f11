import { html } from 'hono/html';
import type { AuditEntry } from '../../control/service/audit-log.ts';
import { instantOf } from '../kit/page/instants.ts';
import type { Html } from '../languages/html.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Facts of an entry of the audit log; undefined if it has none. */
export function auditDetails({ details }: Pick<AuditEntry, 'details'>): Html | undefined {
  const facts = Object.entries(details);
  if (facts.length === 0) return undefined;
  return html`<code class="long">${facts.map(([key, value], i) => html`${i > 0 && ', '}${key}: ${shown(value)}`)}</code>`;
}

function shown(value: unknown): Html | string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return INSTANT.test(value) ? instantOf(value) : value;
}
