import { departures } from './check-contract.ts';
import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

const AUTHORIZE = '/oauth/authorize';

/** Pages of the consent host match the contract, and no shared cache may store them. */
export function checkPage({ answer }: Seen): Finding[] {
  const { sent, headers } = answer;
  const { pathname } = new URL(sent.url);
  const documented = sent.method === 'GET' && pathname === AUTHORIZE ? departures(answer, pathname) : [];
  const control = headers['cache-control'] ?? '';
  const isHtml = /^text\/html\b/.test(headers['content-type'] ?? '');
  if (!isHtml || /\b(no-store|private)\b/.test(control)) return documented;
  return [...documented, finding('http.private_cache', `Cache-Control of a page is "${control}"`, answer)];
}
