import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainPage, fillLog, PLACES } from '../../../bench/explain.ts';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import { freshPostgresUrl, PATIENT, templateName } from '../../support/databases.ts';

const [SHORT, LONG] = [1_000, 100_000];

describe('A page of changes', () => {
  let databases: Databases;
  let drop: () => Promise<void>;
  let client: PoolClient;

  beforeAll(async () => {
    const fresh = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
    drop = fresh.drop;
    databases = await openPostgres(fresh.url, {}, { limits: PATIENT });
    client = await databases.regions.UK.connect();
    for (const length of [SHORT, LONG]) await fillLog(client, length, length);
  });
  afterAll(async () => {
    client?.release(true);
    await databases?.close();
    await drop?.();
  });

  test.each(Object.entries(PLACES))('of a long log costs what it costs in a short one: %s', async (_, placeIn) => {
    const [short, long] = [
      await explainPage(client, SHORT, placeIn(SHORT)),
      await explainPage(client, LONG, placeIn(LONG)),
    ];
    const ofLog = long.nodes.filter((node) => node['Relation Name'] === 'changes');
    expect(ofLog.length).toBeGreaterThan(0);
    expect(new Set(ofLog.map((node) => node['Index Name']))).toEqual(new Set(['changes_pkey']));
    // The index of the longer one has a level more.
    expect(long.pages).toBeLessThanOrEqual(short.pages + 5);
    expect(long.pages).toBeLessThanOrEqual(30);
  });
});
