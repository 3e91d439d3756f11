import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

/** Responses must forbid content sniffing. */
export function checkSniffing({ answer }: Seen): Finding[] {
  const value = answer.headers['x-content-type-options'];
  if (value === 'nosniff' || answer.text === '') return [];
  return [finding('http.nosniff', `X-Content-Type-Options is ${value ?? 'missing'}`, answer)];
}
