import { SignJWT } from 'jose';
import type { DatabasePool } from '../../database/pool.ts';
import { toSeconds, toTimestamp } from '../../process/time.ts';
import { lockApp } from '../apps.ts';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../errors.ts';
import { instant } from '../page.ts';
import type { SigningKeys } from '../signing-keys.ts';
import { type KeptCheck, keptCheck, type TrafficCheck } from '../traffic-check.ts';

/** Type of a statement, and its audience, so that it is never taken for an access token (RFC 8725 §3.11 and §3.9). */
export const STATEMENT_TYPE = 'tillgate-traffic+jwt';

const LIFETIME = 90 * 24 * 60 * 60 * 1000;

/** Fewer requests say little about an app. */
const LEAST_REQUESTS = 100;

/** A statement that an app's traffic kept to the rules. */
export interface Statement {
  readonly appId: number;
  readonly app: string;
  readonly organization: string;
  readonly checkedAt: string;
  readonly expiresAt: string;
  readonly outcome: KeptCheck;
}

/** Keeps the outcome of a check without findings, in the place of an earlier one. Throws a DirectoryError if there are some. */
export async function keepStatement(
  tx: ControlTransaction,
  check: TrafficCheck,
): Promise<{ readonly expiresAt: string }> {
  const { organizationId } = await lockApp(tx, check.appId);
  requireClean(check);
  const expiresAt = toTimestamp(tx.now + LIFETIME);
  await tx.query(
    `insert into control.statements (app_id, checked_at, expires_at, outcome) values ($1, $2, $3, $4)
     on conflict (app_id) do update set checked_at = excluded.checked_at, expires_at = excluded.expires_at, outcome = excluded.outcome`,
    [check.appId, tx.timestamp, expiresAt, JSON.stringify(keptCheck(check))],
  );
  await tx.audit('app.statement_issued', { organizationId, appId: check.appId, details: { expiresAt } });
  return { expiresAt };
}

function requireClean({ appId, requests, rules, unavailable }: TrafficCheck): void {
  const broken = rules.filter(({ times }) => times > 0).map(({ name }) => name);
  if (broken.length > 0) throw new DirectoryError(`The traffic of app ${appId} broke rules: ${broken.join(', ')}.`);
  if (unavailable.length > 0) throw new DirectoryError(`Requests in ${unavailable.join(', ')} cannot be checked now.`);
  if (requests < LEAST_REQUESTS) {
    throw new DirectoryError(
      `App ${appId} has sent ${requests} requests; a statement needs at least ${LEAST_REQUESTS}.`,
    );
  }
}

/** The statement about an app that is not archived, until it expires. */
export async function findStatement(db: DatabasePool, appId: number, now: number): Promise<Statement | undefined> {
  const { rows } = await db.query<Statement>(
    `select s.app_id as "appId", a.name as app, o.name as organization, ${instant('s.checked_at')} as "checkedAt",
       ${instant('s.expires_at')} as "expiresAt", s.outcome
     from control.statements s join control.apps a on a.id = s.app_id join control.organizations o on o.id = a.organization_id
     where s.app_id = $1 and s.expires_at > $2 and a.archived_at is null`,
    [appId, toTimestamp(now)],
  );
  return rows[0];
}

/**
 * Signs a statement with the key that signs access tokens now. Signing keys are replaced more often than statements expire, so each
 * download is signed anew; `iat` and `exp` stay those of the check.
 */
export async function signStatement(keys: SigningKeys, issuer: string, statement: Statement): Promise<string> {
  const { appId, app, organization, checkedAt, expiresAt, outcome } = statement;
  const { kid, privateKey } = await keys.signer();
  return new SignJWT({ app: { id: appId, name: app, organization }, ...outcome })
    .setProtectedHeader({ alg: 'RS256', typ: STATEMENT_TYPE, kid })
    .setIssuer(issuer)
    .setAudience(STATEMENT_TYPE)
    .setSubject(String(appId))
    .setIssuedAt(toSeconds(Date.parse(checkedAt)))
    .setExpirationTime(toSeconds(Date.parse(expiresAt)))
    .sign(privateKey);
}
