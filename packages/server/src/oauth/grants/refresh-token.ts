import type { Client, ClientFamily } from '../../control/apps/credentials.ts';
import { type AuditSubject, type ControlTransaction, changeControl, type Origin } from '../../control/control.ts';
import {
  extendFamily,
  lockFamily,
  repeatsResponse,
  revokeFamily,
  rotateFamily,
  type TokenFamily,
} from '../families.ts';
import { OAuthError } from '../oauth-error.ts';
import type { ParsedRefreshToken } from '../refresh-token-format.ts';
import { required } from '../token-fields.ts';
import type { GrantDependencies, GrantRequest, OwnToken } from './grant.ts';
import { grantedMerchant, issueFor, type TokenAnswer, tokenAnswer } from './token-answer.ts';

/**
 * `grant_type=refresh_token` (RFC 6749 §6), with rotation and reuse detection (RFC 9700 §4.14.2).
 * The previous token returns the same new one for 30 seconds, and for 24 hours while nothing of the response was used,
 * so that a lost response does not end the connection.
 */
export async function refresh(
  { fields, client, own, origin }: GrantRequest,
  deps: GrantDependencies,
): Promise<TokenAnswer> {
  required(fields, 'refresh_token');
  if (!own) throw new OAuthError('oauth.refresh_invalid');
  const merchant = await grantedMerchant(deps.directory, client, own.family.companyId);
  const subject = subjectOf(client, own);
  if (!merchant.active) throw await refuseClosed(deps, origin, own, subject);
  const current = await advance(deps, origin, own, subject);
  const jti = deps.refreshTokens.seal({ familyId: current.id, generation: current.generation });
  return tokenAnswer(await issueFor(deps, client, merchant, jti), current, deps.refreshTokens);
}

type Judging = Pick<GrantDependencies, 'control' | 'uses'>;

const subjectOf = (
  { organizationId, appId }: Client,
  { presented: { familyId, generation }, family: { companyId } }: OwnToken,
): AuditSubject => ({ organizationId, appId, companyId, details: { familyId, generation } });

/** Returns the family with its current token, or throws the reason why there is none. */
async function advance(
  { control, uses }: Judging,
  origin: Origin,
  { presented, family }: OwnToken,
  subject: AuditSubject,
): Promise<ClientFamily> {
  const generation = await rotateFamily(control, origin, presented, subject);
  if (generation !== undefined) return { ...family, generation };
  await uses.settle();
  const found = await changeControl(control, origin, async function repeat(tx) {
    const current = await judge(tx, presented, subject);
    if (!(current instanceof OAuthError)) await extendFamily(tx, current.id);
    return current;
  });
  if (found instanceof OAuthError) throw found;
  return found;
}

/**
 * Explains why a closed merchant's token is rejected. A valid connection stays unchanged, and its
 * token works again once the merchant reopens.
 */
async function refuseClosed(
  { control, uses }: Judging,
  origin: Origin,
  { presented }: OwnToken,
  subject: AuditSubject,
): Promise<OAuthError> {
  await uses.settle();
  const found = await changeControl(control, origin, (tx) => judge(tx, presented, subject));
  return found instanceof OAuthError ? found : new OAuthError('oauth.merchant_closed');
}

/** Decides about a token without rotating it. If that revokes the family, the revocation is committed. */
async function judge(
  tx: ControlTransaction,
  { familyId, generation }: ParsedRefreshToken,
  subject: AuditSubject,
): Promise<TokenFamily | OAuthError> {
  const family = (await lockFamily(tx, familyId)) as TokenFamily;
  if (family.revoked) return new OAuthError('oauth.grant_revoked');
  if (tx.now >= family.expiresAt) return new OAuthError('oauth.refresh_expired');
  if (generation === family.generation) return family;
  if (generation === family.generation - 1 && repeatsResponse(family, tx.now)) return family;
  await revokeFamily(tx, familyId, 'refresh_reused');
  await tx.audit('refresh.reused', subject);
  return new OAuthError('oauth.refresh_reused');
}
