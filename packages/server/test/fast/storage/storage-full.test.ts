import { describe, expect, test } from 'vitest';
import { DiskSpace, RESERVE } from '../../../src/storage/disk-space.ts';
import { openMemory } from '../../../src/storage/embedded.ts';
import { storage } from '../../support/databases.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';

const FULL = [503, 'partner.storage_full'];

if (storage === 'embedded') {
  test('An embedded database on a full disk rejects writes, serves reads, is not ready, and recovers with the disk', async () => {
    const disk = { free: RESERVE };
    const service = await startService({ databases: await openMemory(new DiskSpace('/data', () => disk.free)) });
    const ready = async () => {
      const response = await fetch(`${service.opsUrl}/readyz`);
      return { status: response.status, ...((await response.json()) as { control: object }) };
    };
    try {
      const caller = await service.connect();
      expect(await ready()).toMatchObject({ status: 'ready', control: { status: 'up' } });
      disk.free = RESERVE - 1;
      const refused = await caller.post('/brands', { name: 'No room' });
      expect(rejectionOf(refused)).toEqual(FULL);
      expect(refused.headers.get('retry-after')).toBe('60');
      expect((await caller.get('/brands')).body.data).toEqual([]);
      const full = await fetch(`${service.opsUrl}/readyz`);
      expect([full.status, await full.json()]).toMatchObject([
        503,
        { status: 'not ready', control: { status: 'full' } },
      ]);
      disk.free = RESERVE;
      expect((await caller.post('/brands', { name: 'Room again' })).status).toBe(201);
      expect(await ready()).toMatchObject({ status: 'ready' });
    } finally {
      await service.stop();
    }
  });
}

describe('A database that reports a full disk', () => {
  test('makes a write 503 partner.storage_full', async () => {
    const service = await startService();
    try {
      const caller = await service.connect();
      await service.databases.control.query(`
        create function region_uk.no_room() returns trigger language plpgsql as $$ begin
          raise exception 'could not extend file: No space left on device' using errcode = '53100';
        end $$;
        create trigger no_room before insert on region_uk.brands for each row execute function region_uk.no_room()`);
      expect(rejectionOf(await caller.post('/brands', { name: 'No room' }))).toEqual(FULL);
      expect((await caller.get('/brands')).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});
