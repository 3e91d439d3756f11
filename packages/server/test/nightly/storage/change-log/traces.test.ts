import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { storage } from '../../../support/databases.ts';
import { startService } from '../../../support/service.ts';
import { type Reader, RecordedRun } from './recorded-run.ts';
import { type Altered, firstDenied } from './trace.ts';

/** Milliseconds between two reads while others write, so that the trace stays short. */
const PAUSE = 100;

const DAY = 24 * 60 * 60 * 1000;

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();
const { UK } = service.databases.regions;

const KILL = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query not like 'listen%' limit 1`;

const often: Reader = { name: 1, resources: ['items', 'modifiers'], limit: 4 };
const seldom: Reader = { name: 2, resources: ['modifiers'], limit: 100 };

/** Four writes of one entry or several, in one of which nothing changes. */
async function write(run: RecordedRun, writer: number, round: number): Promise<void> {
  const name = `${round}-${writer}`;
  await run.write(writer, '/items', { name });
  await run.write(writer, writer % 2 ? '/items' : '/brands?dryRun=true', { name });
  await run.write(writer, '/modifiers', { name, options: [{ name: 'Oat' }], itemIds });
  await run.write(writer, '/modifiers', { name: `${name} again`, options: [{ name: 'Oat' }] });
}

const itemIds: number[] = [];
for (const name of ['A', 'B']) itemIds.push((await caller.create('/items', { name })).id);

async function playRound(run: RecordedRun, round: number): Promise<void> {
  await run.beginRound();
  let isWriting = true;
  const writers = Promise.all([1, 2, 3].map((writer) => write(run, writer, round))).finally(() => {
    isWriting = false;
  });
  async function follow(reader: Reader): Promise<void> {
    while (isWriting) await run.read(reader).then(() => delay(PAUSE));
    while (await run.read(reader));
  }
  const kills = storage === 'postgres' && round % 2 ? UK.query(KILL) : undefined;
  await Promise.all([writers, follow(often), ...(round % 5 ? [] : [follow(seldom)]), run.sweep(), kills]);
}

/** Backs up after the second round, and restores after the fourth, which has been read. */
async function play(): Promise<RecordedRun> {
  await UK.query('delete from region_uk.changes');
  const run = await RecordedRun.start(caller);
  for (let round = 0; round < 6; round += 1) {
    await playRound(run, round);
    if (round === 1) await run.backUp();
    if (round === 3) await run.restore();
    service.advance(11 * DAY);
    await caller.renewToken();
  }
  return run;
}

const run = await play();
const events = await run.events();

/** A page lacks one of its entries. */
function lossy(): Altered {
  const at = events.findIndex((event) => /entries: \[\(/.test(event));
  return { at, event: String(events[at]).replace(/\(\d+,\d+\),?/, ''), length: at + 1 };
}

/** A write is rolled back after it has taken a position, and the next one does not take the same. */
function aborted(): Altered {
  const at = events.findIndex((event) => event.startsWith('Commits'));
  const next = events.findIndex((event, i) => i > at && event.startsWith('Enters'));
  return { at, event: String(events[at]).replace('Commits', 'Aborts'), length: next + 1 };
}

test('The specification allows the trace of a server, and not with a lost entry or a skipped position', {
  timeout: 240_000,
}, async () => {
  expect([...run.gone].sort()).toEqual(['expired', 'restored']);
  const loss = lossy();
  expect(await firstDenied(events, [loss, aborted()])).toEqual([
    undefined,
    `${loss.at + 1}: ${loss.event}`,
    expect.stringMatching(/: (Reads|Enters)/),
  ]);
});
