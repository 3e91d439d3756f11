import type { Answer } from '../../http/send.ts';
import type { CaseContext } from '../../run/case-context.ts';

/** Responses of the token endpoints. */

export const accessTokenOf = ({ body }: Answer): string => String((body as { access_token?: unknown }).access_token);

export const refreshTokenOf = ({ body }: Answer): string => String((body as { refresh_token?: unknown }).refresh_token);

export function expectInvalidGrant(t: CaseContext, answer: Answer, code: string): void {
  t.expectStatus(answer, 400, `oauth.${code}`);
  t.equal((answer.body as { error?: unknown }).error, 'invalid_grant', 'error', answer);
}
