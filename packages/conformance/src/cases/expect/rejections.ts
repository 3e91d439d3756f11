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
