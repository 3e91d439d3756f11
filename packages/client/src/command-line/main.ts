import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiKey } from '../auth/api-key.ts';
import { sandbox } from '../auth/sandbox.ts';
import type { CursorStore } from '../follow.ts';
import { createTillgate } from '../tillgate.ts';
import { listen } from './listen.ts';

const USAGE = `Usage: npx @tillgate/client listen <url>

Posts a merchant's changes to a receiver on this machine, such as
http://localhost:4000/hook, signed as webhooks are, until Ctrl-C.

Environment:
  TILLGATE_URL     address of the API, such as https://api.example/v1
  MERCHANT_ID      the merchant
  CLIENT_ID        of a sandbox app, with CLIENT_SECRET; or
  API_KEY          of an ADSR app
  WEBHOOK_SECRET   signs the requests; a new one is printed if it is not set

The first run begins at the present. The place is kept in the folder
.tillgate-listen, from which the next run continues.
`;

/** Folder of the places, one file for each deployment and merchant. */
const PLACES = '.tillgate-listen';

const write = (line: string): void => void process.stdout.write(`${line}\n`);

class UsageError extends Error {}

async function run([command, url = '', ...rest]: readonly string[]): Promise<void> {
  if (command === 'help' || command === '--help' || command === '-h') return write(USAGE);
  if (command !== 'listen' || rest.length > 0) throw new UsageError('The command is: listen <url>.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('The address of the receiver must be a URL that begins with http:// or https://.');
  const baseUrl = required('TILLGATE_URL');
  const merchantId = Number(required('MERCHANT_ID'));
  if (!Number.isSafeInteger(merchantId)) throw new UsageError('MERCHANT_ID must be the id of a merchant.');
  const { API_KEY: key } = process.env;
  const credentials = key
    ? apiKey(key)
    : sandbox({ clientId: required('CLIENT_ID'), clientSecret: required('CLIENT_SECRET') });
  const { changes } = createTillgate({ baseUrl, credentials }).merchant(merchantId);
  const secret = process.env.WEBHOOK_SECRET || newSecret();
  const store = storeOf(join(PLACES, `${new URL(baseUrl).host.replace(':', '_')}-${merchantId}`));
  write(`Posting the changes of merchant ${merchantId} to ${url}. Stop with Ctrl-C.`);
  await listen({ merchantId, changes, url, secret, store, signal: stopSignal(), write });
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new UsageError(`The environment variable ${name} is not set.`);
  return value;
}

function newSecret(): string {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  write(`WEBHOOK_SECRET is not set. This run signs with ${secret}`);
  return secret;
}

/** A cursor in a file, which is replaced as a whole. */
function storeOf(file: string): CursorStore {
  return {
    load: () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    save(cursor) {
      mkdirSync(PLACES, { recursive: true });
      writeFileSync(`${file}.new`, cursor, { flush: true });
      renameSync(`${file}.new`, file);
    },
  };
}

/** Aborts at the first Ctrl-C, or SIGTERM; a second one ends the process at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(`${(error as Error).message}\n${isUsage ? `\n${USAGE}` : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}
