import { existsSync, readFileSync } from 'node:fs';
import { readConfig } from '@tillgate/server/config.ts';
import { REGIONS } from '@tillgate/server/process/region.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const HERE = new URL('../../', import.meta.url);

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
}

const KEY = Buffer.alloc(32, 'key').toString('base64');

/** Values of an `.env` file. */
const GIVEN: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'one',
  REPLICATION_PASSWORD: 'two',
  DATABASE_PASSWORD: 'three',
  TILLGATE_KEY: KEY,
  TILLGATE_GATEWAY_KEY: KEY,
  TILLGATE_API_URL: 'https://api.example.com',
  TILLGATE_WEB_URL: 'https://app.example.com',
};

const text = readFileSync(new URL('compose.yaml', HERE), 'utf8').replaceAll(
  /\$\{(\w+):\?\}/g,
  (_, name) => GIVEN[name] ?? `no ${name}`,
);
const services = Object.entries((parse(text, { merge: true }) as { services: Record<string, Service> }).services);

const environmentOf = ({ environment = {} }: Service): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));

describe('deploy/ha/compose.yaml', () => {
  const processes = services.filter(([, { image }]) => image === 'tillgate');

  test('has two processes of each role and of each region', () => {
    const kinds = processes
      .map(([, service]) => readConfig(environmentOf(service)))
      .map(({ role, region }) => region ?? role);
    expect(kinds).toEqual(['gateway', 'gateway', 'UK', 'UK', 'US', 'US', 'web', 'web']);
  });

  test('gives the key of the control plane only to the services that need it', () => {
    const holders = processes.filter(([, { environment = {} }]) => 'TILLGATE_KEY' in environment).map(([name]) => name);
    expect(holders).toEqual(['gateway-1', 'gateway-2', 'web-1', 'web-2']);
  });

  test('gives every process that sends webhooks the keys of all regions', () => {
    const configs = processes.map(([, service]) => readConfig(environmentOf(service)));
    const senders = configs.filter(({ role }) => role === 'web');
    expect(senders.map(({ gatewaySecrets }) => Object.keys(gatewaySecrets).sort())).toEqual(
      senders.map(() => [...REGIONS].sort()),
    );
  });

  test.each(['edge', 'database'])('gives HAProxy every address that %s.cfg asks for', (name) => {
    const asked = readFileSync(new URL(`${name}.cfg`, HERE), 'utf8').matchAll(/"\$\{(\w+)\}"/g);
    const [, service] = services.find(([one]) => one === name) ?? [];
    expect(Object.keys(service?.environment ?? {}).sort()).toEqual(
      [...new Set([...asked].map(([, one]) => one))].sort(),
    );
  });

  test('mounts only files that exist', () => {
    const files = services.flatMap(([, { volumes = [] }]) => volumes.filter((volume) => volume.startsWith('../')));
    expect(
      files.map((volume) => volume.split(':')[0] ?? '').filter((file) => !existsSync(new URL(file, HERE))),
    ).toEqual([]);
  });
});
