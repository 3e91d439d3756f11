// CPU time of a token refresh at Tillgate and at node-oidc-provider (bench/oidc-provider.mjs), side by side: rounds alternate,
// so that a noisy machine slows both. The latter keeps everything in memory. Needs BENCH_DATABASE_URL, an empty PostgreSQL database.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { systemClock } from '../src/clock.ts';
import { changeControl } from '../src/directory/control.ts';
import { createUser } from '../src/directory/users.ts';
import { createFamily } from '../src/oauth/families.ts';
import { RefreshTokens } from '../src/oauth/refresh-token-format.ts';
import { type Databases, openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { openSecrets } from '../src/storage/sealed-secrets.ts';
import { serverKey } from '../src/storage/server-keys.ts';
import { recordResult } from './results.ts';
import { arrangeScene, BENCH_KEY } from './scene.ts';
import { median } from './statistics.ts';

const ROUNDS = 9;
/** Rounds before those that are measured, in which code is compiled. */
const WARM_UP = 4;
const CONNECTIONS = 16;
const REFRESHES = 1500;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');

interface Endpoint {
  readonly child: ChildProcess;
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Current refresh token of each connection. */
  readonly refreshTokens: string[];
}

interface Started {
  readonly port: number;
  readonly path: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshTokens: string[];
}

function start<Message>(script: string, ...args: string[]): Promise<{ child: ChildProcess; message: Message }> {
  const child = fork(new URL(script, import.meta.url), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ child, message: message as Message }));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

/** Connections of one app, each with the refresh token that is current. */
async function connections(databases: Databases) {
  const { companyId, clientId, clientSecret } = await arrangeScene(databases, `Tokens ${randomUUID()}`, 1);
  const tokens = new RefreshTokens(
    await serverKey(await openSecrets([Buffer.from(BENCH_KEY, 'base64')], databases), 'refresh'),
  );
  const control = { pool: databases.control, clock: systemClock };
  const families = await changeControl(control, { source: 'bench' }, async (tx) => {
    const credential = await tx.one<{ appId: number }>(
      'select app_id as "appId" from control.client_credentials where client_id = $1',
      [clientId],
    );
    const user = await createUser(tx, {
      email: `${randomUUID()}@bench.example`,
      name: 'Bench',
      password: randomUUID(),
    });
    const family = { appId: credential?.appId ?? 0, companyId, env: 'SANDBOX', userId: user.id } as const;
    return Promise.all(Array.from({ length: CONNECTIONS }, () => createFamily(tx, family)));
  });
  const refreshTokens = families.map((family) => tokens.write('SANDBOX', { ...family, familyId: family.id }));
  return { clientId, clientSecret, refreshTokens };
}

const cpuOf = ({ child }: Endpoint): Promise<number> =>
  new Promise((resolve) => {
    child.once('message', ({ cpu }: { cpu: NodeJS.CpuUsage }) => resolve(cpu.user + cpu.system));
    child.send('cpu');
  });

/** Microseconds of CPU for one refresh. */
async function round(endpoint: Endpoint): Promise<number> {
  const before = await cpuOf(endpoint);
  await Promise.all(endpoint.refreshTokens.map((_, i) => refreshAll(endpoint, i)));
  return ((await cpuOf(endpoint)) - before) / (Math.floor(REFRESHES / CONNECTIONS) * CONNECTIONS);
}

async function refreshAll(endpoint: Endpoint, connection: number): Promise<void> {
  const { clientId, clientSecret, refreshTokens } = endpoint;
  for (let n = 0; n < Math.floor(REFRESHES / CONNECTIONS); n += 1) {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshTokens[connection] ?? '',
    });
    const response = await fetch(endpoint.url, { method: 'POST', body });
    const answer = (await response.json()) as { refresh_token: string };
    if (response.status !== 200) throw new Error(`${endpoint.url}: ${response.status} ${JSON.stringify(answer)}`);
    refreshTokens[connection] = answer.refresh_token;
  }
}

const databases = await openPostgres(url, {});
await migrate(databases);
const tillgate = await start<{ port: number }>('./tillgate.ts', url);
const other = await start<Started>('./oidc-provider.mjs', String(CONNECTIONS));
const ours = {
  child: tillgate.child,
  url: `http://127.0.0.1:${tillgate.message.port}/v1/oauth/token`,
  ...(await connections(databases)),
};
const { port, path, ...credentials } = other.message;
const theirs = { child: other.child, url: `http://127.0.0.1:${port}${path}`, ...credentials };
const costs: { ours: number; theirs: number }[] = [];
for (let n = 0; n < WARM_UP + ROUNDS; n += 1) costs.push({ ours: await round(ours), theirs: await round(theirs) });
const measured = costs.slice(WARM_UP);
const result = {
  tillgate: median(measured.map((cost) => cost.ours)),
  oidcProvider: median(measured.map((cost) => cost.theirs)),
  ratio: median(measured.map((cost) => cost.ours / cost.theirs)),
};
console.log(
  `refresh  tillgate ${result.tillgate.toFixed(0)} µs  node-oidc-provider ${result.oidcProvider.toFixed(0)} µs  ratio ${result.ratio.toFixed(2)}`,
);
await recordResult('tokens', databases.control, result);
for (const { child } of [ours, theirs]) child.disconnect();
await databases.close();
