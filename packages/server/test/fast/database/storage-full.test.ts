import { afterEach, expect, test } from 'vitest';
import { DiskSpace, RESERVE } from '../../../src/database/data-folder.ts';
import { openMemory } from '../../../src/database/embedded.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { type Service, startService } from '../../support/service.ts';

const FULL = [503, 'partner.storage_full'];

let service: Service;
afterEach(() => service?.stop());

test('An embedded database on a full disk rejects writes, serves reads, is not ready, and recovers with the disk', async () => {
  const disk = { free: RESERVE };
  service = await startService({ databases: await openMemory(new DiskSpace('/data', () => disk.free)) });
  const ready = async () => {
    const response = await fetch(`${service.opsUrl}/readyz`);
    return [response.status, await response.json()];
  };
  const caller = await service.connect();
  const isReady = [200, { status: 'ready', control: { status: 'up' } }];
  expect(await ready()).toMatchObject(isReady);
  disk.free = RESERVE - 1;
  const refused = await caller.post('/brands', { name: 'No room' });
  expect([rejectionOf(refused), refused.headers.get('retry-after')]).toEqual([FULL, '60']);
  expect((await caller.get('/brands')).body.data).toEqual([]);
  expect(await ready()).toMatchObject([503, { status: 'not ready', control: { status: 'full' } }]);
  disk.free = RESERVE;
  expect((await caller.post('/brands', { name: 'Room again' })).status).toBe(201);
  expect(await ready()).toMatchObject(isReady);
});

test('A database that reports a full disk makes a write 503 partner.storage_full', async () => {
  service = await startService();
  const caller = await service.connect();
  await service.databases.control.query(`
    create function region_uk.no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end $$;
    create trigger no_room before insert on region_uk.brands for each row execute function region_uk.no_room()`);
  expect(rejectionOf(await caller.post('/brands', { name: 'No room' }))).toEqual(FULL);
  expect((await caller.get('/brands')).status).toBe(200);
});
