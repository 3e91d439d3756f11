import { lockGrant } from '../../control/access/connections.ts';
import type { Client } from '../../control/apps/credentials.ts';
import { changeControl } from '../../control/control.ts';
import { type AuthorizationCode, answersChallenge, CODE_LIFETIME, consumeCode, findCode } from '../codes.ts';
import { createFamily, revokeFamily, type TokenFamily } from '../families.ts';
import { OAuthError } from '../oauth-error.ts';
import { required, type TokenFields } from '../token-fields.ts';
import type { GrantDependencies, GrantRequest } from './grant.ts';
import { grantedMerchant, issueFor, type TokenAnswer, tokenAnswer } from './token-answer.ts';

/**
 * `grant_type=authorization_code` (RFC 6749 §4.1.3). A failed check does not consume the code, so
 * that no client can use up another's.
 */
export async function exchangeCode(request: GrantRequest, deps: GrantDependencies): Promise<TokenAnswer> {
  const { fields, client } = request;
  const code = await findCode(deps.control.pool, required(fields, 'code'));
  const redirectUri = required(fields, 'redirect_uri');
  if (!code || code.clientId !== client.clientId) throw new OAuthError('oauth.code_invalid');
  if (code.consumedAt !== null) return refuseReplay(code, request, deps);
  checkCode(code, redirectUri, fields, deps.control.clock());
  const merchant = await grantedMerchant(deps.directory, client, code.companyId);
  if (!merchant.active) throw new OAuthError('oauth.merchant_closed');
  const token = await issueFor(deps, client, merchant);
  await deps.exchanges.receiveWaiting();
  return tokenAnswer(token, await startFamily(code, request, deps), deps.refreshTokens);
}

function startFamily(
  { hash, companyId, userId }: AuthorizationCode,
  { client, origin, whenAnswered }: GrantRequest,
  { control, exchanges }: GrantDependencies,
): Promise<TokenFamily> {
  const { appId, env } = client;
  return changeControl(control, origin, async function exchange(tx) {
    await lockGrant(tx, { appId, companyId });
    const family = await createFamily(tx, { appId, companyId, env, userId });
    await tx.audit('code.exchanged', { ...subjectOf(client), companyId, userId, details: { familyId: family.id } });
    const taken = await consumeCode(tx, { hash, familyId: family.id, at: control.clock() });
    if (!taken) throw new OAuthError('oauth.code_invalid');
    exchanges.follow(hash, whenAnswered);
    return family;
  });
}

function checkCode(code: AuthorizationCode, redirectUri: string, fields: TokenFields, now: number): void {
  // Setting the clock back does not make a code younger.
  if (Math.abs(now - code.createdAt) > CODE_LIFETIME) throw new OAuthError('oauth.code_expired');
  if (redirectUri !== code.redirectUri) throw new OAuthError('oauth.redirect_uri_mismatch');
  if (!answersChallenge(fields.code_verifier, code.codeChallenge)) throw new OAuthError('oauth.pkce_failed');
}

/** A replayed code was stolen, so its tokens are revoked (RFC 6749 §4.1.2) unless the request lost a race. */
async function refuseReplay(
  { hash, consumedAt, familyId, companyId }: AuthorizationCode,
  { client, origin, arrival }: GrantRequest,
  { control, exchanges }: GrantDependencies,
): Promise<never> {
  if (familyId !== null && exchanges.isReplay(hash, arrival, consumedAt ?? 0)) {
    await changeControl(control, origin, async (tx) => {
      await revokeFamily(tx, familyId, 'code_replayed');
      await tx.audit('code.replayed', { ...subjectOf(client), companyId, details: { familyId } });
    });
  }
  throw new OAuthError('oauth.code_invalid');
}

const subjectOf = ({ organizationId, appId }: Client) => ({ organizationId, appId });
