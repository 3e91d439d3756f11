import type { CaseContext } from '../../engine/case-context.ts';
import type { Answer } from '../../http/send.ts';

/** Errors that name the rejected field. */

interface Detail {
  readonly in: string;
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly recordId?: number;
}

export const detailsOf = ({ body }: Answer): readonly Detail[] => (body as { details?: Detail[] }).details ?? [];

/** Asserts a rejection with this code whose details name the field or something inside it. */
export function expectRejectedAt(t: CaseContext, answer: Answer, status: number, code: string, path: string): void {
  t.expectStatus(answer, status, code);
  const paths = detailsOf(answer).map((detail) => detail.path);
  const named = paths.some((one) => one === path || one.startsWith(`${path}/`));
  t.check(named, `${answer.sent.method} ${answer.sent.url}: details name ${paths}, not ${path}`, answer);
}

/** Asserts a duplicate value at a path; the details have to name the other record. */
export function expectTaken(t: CaseContext, answer: Answer, path: string, recordId: unknown): void {
  expectRejectedAt(t, answer, 409, 'partner.duplicate', path);
  const named = detailsOf(answer).find((detail) => detail.path === path)?.recordId;
  t.equal(named, recordId, `the record that ${path} is a duplicate of`, answer);
}

/** Asserts a state conflict that names the allowed actions. */
export function expectConflict(t: CaseContext, answer: Answer, allowed: readonly string[]): void {
  t.expectStatus(answer, 409, 'partner.state_conflict');
  const details = detailsOf(answer);
  t.check(details.length > 0, 'the conflict has no details', answer);
  const messages = details.filter(({ rule }) => rule === 'allowedAction').map(({ message }) => message);
  const named = allowed.filter((action) => messages.some((message) => message.includes(action)));
  t.equal([named, messages.length], [allowed, allowed.length], 'allowed actions that the conflict names', answer);
}
