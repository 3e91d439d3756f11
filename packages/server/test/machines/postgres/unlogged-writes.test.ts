import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();
const { companyId } = caller.merchant;
const { id } = await caller.create('/brands', { name: 'Oak' });

/** A process of a release that does not write the log, as PostgreSQL sees it. */
async function formerProcess(): Promise<{ rename(name: string): Promise<void>; stop(): Promise<void> }> {
  const connectionString = service.databases.control.options.connectionString as string;
  const client = new pg.Client({ connectionString, application_name: 'tillgate former:1 c100r100' });
  await client.connect();
  return {
    async rename(name) {
      await client.query(`begin; set local role tillgate_tenant; set local tillgate.company_id = ${companyId};
        update region_uk.brands set name = '${name}', version = version + 1 where id = ${id}; commit`);
    },
    stop: () => client.end(),
  };
}

const changes = (query = '') => caller.get(`/changes${query}`);
const cursor = async (): Promise<string> => (await changes()).body.nextCursor;

test('While a process writes changes that the log lacks, GET /changes is 503; once it has left, earlier cursors are gone', async () => {
  const former = await formerProcess();
  const after = await cursor();
  const waiting = changes(`?after=${after}&wait=30`);
  await former.rename('Ash');
  expect((await waiting).status).toBe(503);
  for (const query of ['', `?after=${after}`]) {
    const { status, headers, body } = await changes(query);
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'partner.region_unavailable']);
  }
  await former.stop();
  await expect.poll(async () => (await changes(`?after=${after}`)).status).toBe(410);
  const later = await cursor();
  await caller.patch(`/brands/${id}`, { name: 'Elm' });
  expect((await changes(`?after=${later}`)).body.data).toMatchObject([{ resource: 'brands', id, version: 3 }]);
});

test('A command of the former release that wrote and ended before anybody looked has the log start anew too', async () => {
  const after = await cursor();
  const former = await formerProcess();
  await former.rename('Yew');
  await former.stop();
  await expect.poll(async () => (await changes(`?after=${after}`)).status).toBe(410);
  expect((await changes()).status).toBe(200);
});

test('The logs of other merchants, and reads, are as always', async () => {
  const other = await service.connect();
  const { body } = await other.get('/changes');
  const former = await formerProcess();
  await former.rename('Fir');
  expect((await other.get(`/changes?after=${body.nextCursor}`)).body.data).toEqual([]);
  expect((await caller.get(`/brands/${id}`)).body.name).toBe('Fir');
  await former.stop();
});
