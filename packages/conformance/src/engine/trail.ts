import type { Finding } from '../checks/finding.ts';
import { shortened } from '../http/curl.ts';
import type { Answer, Sent } from '../http/send.ts';

const LONGEST_BODY = 200;
const STEPS = 5;

/** What a case has written so far, so that a finding shows what led to it. */
export class Trail {
  readonly #writes: string[] = [];
  readonly #lengths = new WeakMap<Sent, number>();

  note({ sent, status }: Answer): void {
    this.#lengths.set(sent, this.#writes.length);
    if (sent.method !== 'GET' && status < 400) this.#writes.push(lineOf(sent, status));
  }

  addTo(finding: Finding): Finding {
    const length = (finding.answer && this.#lengths.get(finding.answer.sent)) ?? 0;
    return length === 0 ? finding : { ...finding, before: this.#writes.slice(Math.max(0, length - STEPS), length) };
  }
}

function lineOf({ method, url, body }: Sent, status: number): string {
  const { pathname, search } = new URL(url);
  return [method, pathname + search, body && shortened(body, LONGEST_BODY), `→ ${status}`].filter(Boolean).join(' ');
}
