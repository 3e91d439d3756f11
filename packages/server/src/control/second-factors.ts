import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import { type Sealing, secondFactorName } from '../database/secrets.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { firstRowOf } from './page.ts';
import { hashSecret } from './secrets.ts';
import { asciiDigits } from './text.ts';
import { endOtherAccess, lockUser } from './users.ts';

/** RFC 6238 parameters that every authenticator app supports, with SHA-1. Codes of adjacent steps are also valid. */
const PERIOD = 30;
const DIGITS = 6;
const WINDOW = 1;
const SECRET_SIZE = 20;

/** Consecutive wrong codes after which only a recovery code is accepted (NIST SP 800-63B-4 §3.2.2 allows 100). */
const MAX_FAILURES = 50;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 16;
/** Crockford's base32, without letters that resemble digits: 16 characters carry 80 bits. */
const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

interface SecondFactor {
  /** `started` until a first code proves that an authenticator app has the secret. */
  readonly state: 'off' | 'started' | 'on';
  readonly recoveryCodes: number;
}

export async function secondFactorOf(db: Pool, userId: number): Promise<SecondFactor> {
  const found = sql`select case when confirmed_at is null then 'started' else 'on' end as state,
      (select count(*)::int from control.recovery_codes where user_id = ${userId}) as "recoveryCodes"
    from control.second_factors where user_id = ${userId}`;
  return (await firstRowOf<SecondFactor>(db, found)) ?? { state: 'off', recoveryCodes: 0 };
}

/** Creates the secret of a second factor, or replaces it. It takes effect once a code confirms it. */
export async function startSecondFactor(tx: ControlTransaction, sealing: Sealing, userId: number): Promise<void> {
  const sealed = await sealing.seal(secondFactorName(userId), new Secret({ size: SECRET_SIZE }).bytes);
  await tx.require(
    sql`insert into control.second_factors as f (user_id, sealed, created_at)
      values (${userId}, ${sealed}, ${tx.timestamp})
      on conflict (user_id) do update set sealed = excluded.sealed, created_at = excluded.created_at, failures = 0
        where f.confirmed_at is null
      returning user_id`,
    'Two-step sign-in is already on.',
  );
}

/**
 * Data for enrolling an unconfirmed second factor: a key URI for the QR code, and the secret in base32, for typing.
 * Undefined if there is none.
 */
export async function enrolmentOf(
  db: Pool,
  sealing: Sealing,
  { id, email }: { readonly id: number; readonly email: string },
  issuer: string,
) {
  const unconfirmed = sql`select sealed from control.second_factors where user_id = ${id} and confirmed_at is null`;
  const row = await firstRowOf<{ sealed: string }>(db, unconfirmed);
  if (!row) return undefined;
  const totp = totpOf(await sealing.open(secondFactorName(id), row.sealed), { issuer, label: email });
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

export type Enrolment = NonNullable<Awaited<ReturnType<typeof enrolmentOf>>>;

function totpOf(bytes: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer });
  return new TOTP({ ...names, secret, period: PERIOD, digits: DIGITS });
}

export type CodeOutcome = 'accepted' | 'wrong' | 'locked';

/** Turns a second factor on if the code is valid, and ends the other sessions. Returns recovery codes to show once. */
export async function confirmSecondFactor(
  tx: ControlTransaction,
  sealing: Sealing,
  { userId, sessionNumber }: OwnLogin,
  code: string,
): Promise<readonly string[] | undefined> {
  await lockUser(tx, userId);
  const row = await lockFactor(tx, userId);
  if (!row || row.confirmed) throw new DirectoryError('Two-step sign-in has not been started, or it is already on.');
  if (!(await acceptCode(tx, sealing, row, code))) return undefined;
  await tx.query(sql`update control.second_factors set confirmed_at = ${tx.timestamp} where user_id = ${userId}`);
  await endOtherAccess(tx, userId, sessionNumber);
  await tx.audit('user.second_factor_enabled', { userId });
  tx.notify({ userId, about: 'secondFactorOn' });
  return newRecoveryCodes(tx, userId);
}

/** A person changing their own login from one of their sessions. */
export interface OwnLogin {
  readonly userId: number;
  readonly sessionNumber?: number | undefined;
}

/** Verifies the code of a sign-in, from the authenticator app or a recovery code. Each code is accepted once. */
export async function verifySecondFactor(
  tx: ControlTransaction,
  sealing: Sealing,
  userId: number,
  code: string,
): Promise<CodeOutcome> {
  const row = await lockFactor(tx, userId);
  if (!row?.confirmed) return 'accepted';
  if (await useRecoveryCode(tx, userId, code)) return 'accepted';
  if (row.failures >= MAX_FAILURES) return 'locked';
  return (await acceptCode(tx, sealing, row, code)) ? 'accepted' : 'wrong';
}

/** Replaces the recovery codes. Returns the new ones, which are shown once. */
export async function replaceRecoveryCodes(tx: ControlTransaction, userId: number): Promise<readonly string[]> {
  if (!(await lockFactor(tx, userId))?.confirmed) throw new DirectoryError('Two-step sign-in is not on.');
  await tx.audit('user.recovery_codes_replaced', { userId });
  tx.notify({ userId, about: 'recoveryCodesReplaced' });
  return newRecoveryCodes(tx, userId);
}

export async function cancelSecondFactor(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.query(sql`delete from control.second_factors where user_id = ${userId} and confirmed_at is null`);
}

/** Turns two-step sign-in off, even if it was only started, and ends the person's other sessions. */
export async function disableSecondFactor(tx: ControlTransaction, { userId, sessionNumber }: OwnLogin): Promise<void> {
  const { email } = await lockUser(tx, userId);
  if (!(await removeSecondFactor(tx, userId))) throw new DirectoryError(`${email} does not use two-step sign-in.`);
  await endOtherAccess(tx, userId, sessionNumber);
}

/** Removes a second factor, even if it was only started. Returns false if there is none. */
export async function removeSecondFactor(tx: ControlTransaction, userId: number): Promise<boolean> {
  const removed = await tx.query(sql`delete from control.second_factors where user_id = ${userId} returning user_id`);
  if (removed.length === 0) return false;
  await tx.audit('user.second_factor_disabled', { userId });
  tx.notify({ userId, about: 'secondFactorOff' });
  return true;
}

interface FactorRow {
  readonly userId: number;
  readonly sealed: string;
  readonly lastStep: number;
  readonly failures: number;
  readonly confirmed: boolean;
}

const lockFactor = (tx: ControlTransaction, userId: number) =>
  tx.one<FactorRow>(sql`select user_id as "userId", sealed, last_step as "lastStep", failures,
    confirmed_at is not null as confirmed
    from control.second_factors where user_id = ${userId} for update`);

const IS_CODE = new RegExp(`^[0-9]{${DIGITS}}$`);

/** Removes spaces, hyphens and invisible Arabic marks from a code. */
const typedCode = (code: string): string => code.replaceAll(/[\s\p{Cf}-]/gu, '');

/** Accepts a code from the authenticator app for a step after the last accepted one. Counts failures. */
async function acceptCode(tx: ControlTransaction, sealing: Sealing, row: FactorRow, code: string): Promise<boolean> {
  const { userId, sealed, lastStep } = row;
  const token = asciiDigits(typedCode(code));
  const totp = totpOf(await sealing.open(secondFactorName(userId), sealed));
  // The library throws if the code is longer in bytes than in digits.
  const delta = IS_CODE.test(token) ? totp.validate({ token, timestamp: tx.now, window: WINDOW }) : null;
  const step = totp.counter({ timestamp: tx.now }) + (delta ?? 0);
  if (delta === null || step <= lastStep) {
    await tx.query(sql`update control.second_factors set failures = failures + 1 where user_id = ${userId}`);
    return false;
  }
  await tx.query(sql`update control.second_factors set last_step = ${step}, failures = 0 where user_id = ${userId}`);
  return true;
}

async function useRecoveryCode(tx: ControlTransaction, userId: number, code: string): Promise<boolean> {
  const latin = asciiDigits(typedCode(code).normalize('NFKC')).toUpperCase();
  const typed = latin.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (typed.length !== RECOVERY_LENGTH) return false;
  const used = await tx.query(sql`delete from control.recovery_codes
    where user_id = ${userId} and hash = ${hashSecret(typed)} returning user_id`);
  if (used.length === 0) return false;
  await tx.query(sql`update control.second_factors set failures = 0 where user_id = ${userId}`);
  await tx.audit('user.recovery_code_used', { userId });
  tx.notify({ userId, about: 'recoveryCodeUsed' });
  return true;
}

async function newRecoveryCodes(tx: ControlTransaction, userId: number): Promise<readonly string[]> {
  const digits = { length: RECOVERY_LENGTH };
  const newCode = () => Array.from(digits, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.query(sql`delete from control.recovery_codes where user_id = ${userId}`);
  await tx.query(sql`insert into control.recovery_codes (user_id, hash)
    select ${userId}, unnest(${codes.map(hashSecret)}::bytea[])`);
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}
