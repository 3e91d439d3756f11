import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CompactSign, decodeJwt, exportJWK, generateKeyPair, importJWK } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { Unavailable } from '../../src/engine/unavailable.ts';
import { LIFETIME } from '../../src/report/signed/claims.ts';
import { publicPart, readSigner } from '../../src/report/signed/keys.ts';
import { verifyReport } from '../../src/report/signed/verify-report.ts';
import { writeReports, writeSigned } from '../../src/report/write-reports.ts';
import { command, written } from '../support/command.ts';
import { aCase, runAll, TARGET } from '../support/run.ts';

const served = { version: '1.0.0', sha256: 'ab'.repeat(32) };
const selection = { seed: 1, runs: 25, plan: 'examples' };

let keyFile: string;
let jws: string;
let jwsFile: string;

beforeAll(async () => {
  keyFile = join(dirname(written('none', '')), 'key.jwk');
  expect((await command('new-key', keyFile)).code).toBe(0);
  const result = await runAll([
    aCase('passes', async () => {}),
    aCase('cannot', async () => {
      throw new Unavailable('an app in the role archived');
    }),
  ]);
  const folder = dirname(keyFile);
  writeReports(folder, result, TARGET);
  jwsFile = await writeSigned(folder, result, TARGET, { selection, served, signer: await readSigner(keyFile) });
  jws = readFileSync(jwsFile, 'utf8').trim();
});

const publicKey = (): string =>
  written('public.jwk', JSON.stringify(publicPart(JSON.parse(readFileSync(keyFile, 'utf8')))));

describe('A signed report', () => {
  test('states target, suite, contract, run and every case that was skipped', () => {
    const claims = decodeJwt(jws);
    expect(claims).toMatchObject({
      sub: TARGET.baseUrl,
      aud: 'tillgate-conformance+jwt',
      exp: (claims.iat as number) + LIFETIME,
      suite: { sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      contract: { sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      target: { name: TARGET.name, contract: served },
      run: selection,
      outcomes: { passed: 1, failed: 0, 'could-not-run': 1 },
      skipped: [{ case: 'cannot', reason: expect.stringContaining('an app in the role archived') }],
    });
    expect(jws).not.toContain(JSON.parse(readFileSync(keyFile, 'utf8')).d);
  });

  test('is verified with its key and with its report.json', async () => {
    const report = join(dirname(keyFile), 'report.json');
    const { code, output } = await command('verify', jwsFile, '--key', publicKey(), '--report', report);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/skipped: cannot .*Run it again: npx .*--seed 1 --runs 25/s),
    ]);
    expect(output).not.toContain('cannot prove');
    expect((await command('verify', jwsFile)).output).toContain('Whose key that is, the report cannot prove');
  });

  test('is not valid for another key, after a change, for another report.json, or once it has expired', async () => {
    const { publicKey: other } = await generateKeyPair('ES256', { extractable: true });
    const otherFile = written('other.jwk', JSON.stringify({ keys: [await exportJWK(other)] }));
    expect((await command('verify', jwsFile, '--key', otherFile)).output).toMatch(
      /signed with the key .* which is not in/,
    );
    const [head, payload = '', signature] = jws.split('.');
    const changed = Buffer.from(payload, 'base64url').toString().replace('"failed":0', '"failed":1');
    const forged = [head, Buffer.from(changed).toString('base64url'), signature].join('.');
    expect((await command('verify', written('forged.jws', forged))).output).toContain(
      'Its signature or its claims are not valid.',
    );
    const edited = written('report.json', '{}');
    expect((await command('verify', jwsFile, '--report', edited)).output).toContain('not the one that was signed');
    const late = Date.now() + (LIFETIME + 1) * 1000;
    await expect(verifyReport(jws, { now: late })).rejects.toThrow('It has expired.');
    expect((await command('verify', jwsFile, '--key', otherFile)).code).toBe(1);
  });

  test('is not valid as another kind of token, without its type, or under a symmetric key', async () => {
    const key = JSON.parse(readFileSync(keyFile, 'utf8'));
    const [, payload = ''] = jws.split('.');
    const signed = async (header: object) =>
      written(
        'x.jws',
        await new CompactSign(Buffer.from(payload, 'base64url'))
          .setProtectedHeader({ alg: 'ES256', ...header })
          .sign(await importJWK(key, 'ES256')),
      );
    const invalid = expect.stringContaining('It is not a signed report of this suite.');
    for (const header of [
      { jwk: publicPart(key) },
      { typ: 'JWT', jwk: publicPart(key) },
      { typ: 'tillgate-conformance+jwt' },
    ]) {
      expect((await command('verify', await signed(header))).output).toEqual(invalid);
    }
    const secret = written('secret.jwk', JSON.stringify({ kty: 'oct', k: 'AAAA' }));
    expect((await command('--sign', secret, '--report', '/tmp', '--config', 'x')).output).toContain(
      'is not a private JWK',
    );
    writeFileSync(secret, 'not JSON');
    expect((await command('--sign', secret)).output).toContain('--sign needs --report');
  });
});
