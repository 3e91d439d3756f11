import type { CaseContext } from '../../engine/case-context.ts';
import type { Answer } from '../../http/send.ts';

/** Refusals that name what is wrong. */

interface Detail {
  readonly in: string;
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

export const detailsOf = ({ body }: Answer): readonly Detail[] => (body as { details?: Detail[] }).details ?? [];

/** It is refused with this code, and its details name the field, or something in it. */
export function expectRefusedAt(t: CaseContext, answer: Answer, status: number, code: string, path: string): void {
  t.expectStatus(answer, status, code);
  const paths = detailsOf(answer).map((detail) => detail.path);
  const named = paths.some((one) => one === path || one.startsWith(`${path}/`));
  t.check(named, `${answer.sent.method} ${answer.sent.url}: details name ${paths}, not ${path}`, answer);
}

/** The answer is a conflict of states that says what is allowed. */
export function expectConflict(t: CaseContext, answer: Answer, allowed: readonly string[]): void {
  t.expectStatus(answer, 409, 'partner.state_conflict');
  const details = detailsOf(answer);
  t.check(details.length > 0, 'the conflict does not say what is wrong', answer);
  const messages = details.filter(({ rule }) => rule === 'allowedAction').map(({ message }) => message);
  const named = allowed.filter((action) => messages.some((message) => message.includes(action)));
  t.equal([named, messages.length], [allowed, allowed.length], 'what the conflict says is allowed', answer);
}
