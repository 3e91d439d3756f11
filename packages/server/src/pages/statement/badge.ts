import { html } from 'hono/html';
import type { Statement } from '../../control/traffic/statements.ts';
import type { Html } from '../languages/html.ts';

const PADDING = 10;
/** Width of an average character of 11 pixels. */
const CHARACTER = 6.6;

const widthOf = (text: string): number => Math.ceil([...text].length * CHARACTER) + 2 * PADDING;

/** A badge of two parts: the service, and what it states. An absent or expired statement is grey. */
export function badgeOf(service: string, statement: Statement | undefined): Html {
  const text = statement ? `traffic checked ${statement.checkedAt.slice(0, 10)}` : 'no valid check';
  const [left, right] = [widthOf(service), widthOf(text)];
  const label = `${service}: ${text}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}">
<title>${label}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#333"/><rect x="${left}" width="${right}" height="20" fill="${statement ? '#1a7f37' : '#6e6e6e'}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="${PADDING}" y="14">${service}</text><text x="${left + PADDING}" y="14">${text}</text></g>
</svg>`;
}
