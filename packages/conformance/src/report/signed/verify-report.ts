import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { CannotRun } from '../../exit.ts';
import { type ReportClaims, sha256, TYPE } from './claims.ts';
import { algorithmOf, publicPart, readJwk } from './keys.ts';
import { issuerOf } from './sign-report.ts';

/** A report whose signature is valid. */
export interface VerifiedReport {
  readonly claims: ReportClaims & { readonly iat: number; readonly exp: number };
  readonly thumbprint: string;
  /** True if the reader named the key. Otherwise the report only names itself. */
  readonly isTrusted: boolean;
}

/** The report is not what its signer signed, or not from the key that the reader trusts. */
export class InvalidReport extends Error {}

interface VerifyOptions {
  /** Public JWK, or JWKS, that the reader trusts. */
  readonly keyFile?: string | undefined;
  /** Text of report.json, which the signed digest must match. */
  readonly report?: string | undefined;
  readonly now: number;
}

/** Verifies a signed report. Throws an InvalidReport with the reason. */
export async function verifyReport(jws: string, { keyFile, report, now }: VerifyOptions): Promise<VerifiedReport> {
  const embedded = embeddedKey(jws);
  const thumbprint = await calculateJwkThumbprint(embedded);
  const trusted = keyFile === undefined ? undefined : await thumbprintsIn(keyFile);
  if (trusted && !trusted.includes(thumbprint)) {
    throw new InvalidReport(`It was signed with the key ${thumbprint}, which is not in ${keyFile}.`);
  }
  const claims = await verified(jws, embedded, thumbprint, now);
  if (report !== undefined && sha256(report) !== claims.report.sha256) {
    throw new InvalidReport('The report.json is not the one that was signed.');
  }
  return { claims, thumbprint, isTrusted: trusted !== undefined };
}

function embeddedKey(jws: string): JWK {
  try {
    const { jwk, alg, typ } = decodeProtectedHeader(jws);
    if (jwk && typ === TYPE && !Object.hasOwn(jwk, 'd') && algorithmOf(jwk) !== undefined && typeof alg === 'string') {
      return publicPart(jwk);
    }
  } catch {
    // Not a JWS at all.
  }
  throw new InvalidReport('It is not a signed report of this suite.');
}

async function thumbprintsIn(file: string): Promise<string[]> {
  const read = readJwk(file) as JWK & { readonly keys?: readonly JWK[] };
  try {
    return await Promise.all((read.keys ?? [read]).map((key) => calculateJwkThumbprint(publicPart(key))));
  } catch {
    throw new CannotRun(`--key: ${file} is neither a JWK nor a JWKS.`);
  }
}

async function verified(jws: string, jwk: JWK, thumbprint: string, now: number): Promise<VerifiedReport['claims']> {
  const alg = algorithmOf(jwk) as string;
  try {
    const { payload } = await jwtVerify<JWTPayload & VerifiedReport['claims']>(jws, await importJWK(jwk, alg), {
      algorithms: [alg],
      typ: TYPE,
      audience: TYPE,
      issuer: issuerOf(thumbprint),
      requiredClaims: ['iat', 'exp', 'sub', 'suite', 'contract', 'target', 'run', 'skipped', 'report'],
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new InvalidReport('It has expired. Run the suite again.');
    if (error instanceof errors.JOSEError) throw new InvalidReport('Its signature or its claims are not valid.');
    throw error;
  }
}

/** What a verified report says, and how to check it: by another run. */
export function verifiedText({ claims, thumbprint, isTrusted }: VerifiedReport): string {
  const { target, suite, contract, run, outcomes, failed, skipped, deviations, iat, exp } = claims;
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  const list = (title: string, rows: typeof skipped) =>
    rows.map((row) => `  ${title}: ${row.case} (${row.variant})${row.reason ? `: ${row.reason}` : ''}\n`).join('');
  const flags = [
    `--seed ${run.seed}`,
    `--runs ${run.runs}`,
    run.plan && `--plan ${run.plan}`,
    run.only && `--only ${run.only}`,
  ];
  return [
    `${claims.passed ? 'PASSED' : 'FAILED'}  ${target.name} at ${target.baseUrl}\n`,
    `Signed on ${day(iat)} with the key ${thumbprint}, valid until ${day(exp)}.\n`,
    isTrusted
      ? ''
      : 'Whose key that is, the report cannot prove: compare the key with its owner, or name it with --key.\n',
    `Suite ${suite.version} (sha256 ${suite.sha256}), contract ${contract.version} (sha256 ${contract.sha256}).\n`,
    `The deployment served contract ${target.contract.version} (sha256 ${target.contract.sha256}).\n`,
    `${outcomes.passed} passed, ${failed.length} failed, ${skipped.length} skipped, ${deviations.length} known deviations.\n`,
    list('failed', failed) + list('skipped', skipped) + list('deviation', deviations),
    `Run it again: npx @tillgate/conformance@${suite.version} --config target.json ${flags.filter(Boolean).join(' ')}\n`,
  ].join('');
}
