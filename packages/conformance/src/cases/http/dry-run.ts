import { hasParameter, type Operation } from '../../contract/bundle.ts';
import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { Rec } from '../../engine/record.ts';
import { bodyFor, referencesOf, urlOf } from '../../engine/references.ts';
import { arrived, KINDS, type Kind, lineOf, newDocument } from '../fixtures/documents.ts';
import { CREATES, harmlessChange, listOf, newSubject, updaterOf, withQuery } from '../fixtures/records.ts';
import { DAY, onHand, stockFixture } from '../fixtures/stock.ts';

/** dryRun=true: a write is validated and gets its usual response, but is not stored. */

const example = subject('examples', 'write');

interface Movement {
  readonly storeId: number;
  readonly itemId: number;
  readonly lineId: number;
  readonly change: string;
  readonly before: string;
  readonly after: string;
}

const movementsOf = (body: unknown): Movement[] | undefined =>
  (body as { dryRun?: { movements: Movement[] } }).dryRun?.movements;

const createCase = (create: Operation): Case =>
  example(
    `${create.id}.dry-run`,
    ['dry_run', `op.${create.id}.param.dryRun`],
    `POST ${create.path}?dryRun=true: validated and answered, but not stored; dryRun=false writes`,
    async (t) => {
      const caller = t.as();
      const references = await referencesOf(t, caller);
      const list = `${listOf(create)}?limit=1`;
      const before = await caller.total(list);
      const url = urlOf(create, undefined, references);
      const body = bodyFor(t, create, references);
      const headers = { 'Idempotency-Key': t.name('key') };
      for (const value of ['true', '1']) {
        const answer = t.requireStatus(await caller.post(withQuery(url, `dryRun=${value}`), body, headers), 201);
        t.equal(answer.headers['tillgate-dry-run'], 'true', 'Tillgate-Dry-Run', answer);
        t.equal(movementsOf(answer.body), [], 'movements', answer);
      }
      t.equal(await caller.total(list), before, 'records after a dry run');
      t.expectStatus(await caller.post(withQuery(url, 'dryRun=true'), {}), 400, 'partner.validation_failed');
      const written = t.requireStatus(await caller.post(withQuery(url, 'dryRun=false'), body, headers), 201);
      t.equal([written.headers['tillgate-dry-run'], movementsOf(written.body)], [undefined, undefined], 'dry run');
      t.equal(await caller.total(list), before + 1, 'records after a write');
    },
  );

const updateCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${updater.id}.dry-run`,
    ['dry_run', `op.${updater.id}.param.dryRun`],
    `PATCH ${updater.path}?dryRun=true: returns the changed record, but does not store it`,
    async (t) => {
      const { caller, record, url, target } = await newSubject(t, create);
      const change = harmlessChange(t, updater);
      const dry = withQuery(target, 'dryRun=true');
      const answer = t.requireStatus(await caller.patch(dry, change), 200);
      t.equal(answer.headers['tillgate-dry-run'], 'true', 'Tillgate-Dry-Run', answer);
      for (const [name, value] of Object.entries(change)) t.equal((answer.body as Rec)[name], value, name, answer);
      const now = await caller.read(url);
      t.equal(now.version, 1, 'version after a dry run');
      for (const name of Object.keys(change)) t.equal(now[name], record[name], `${name} after a dry run`);
      t.expectStatus(await caller.patch(dry, change, { 'If-Match': '"7"' }), 412, 'partner.version_mismatch');
    },
  );
};

/** A dry-run receipt reports the movements at each store and performs none. */
const receiptCase = (kind: Kind): Case =>
  example(
    `receive${kind.noun}.dry-run`,
    ['dry_run', 'dry_run.movements', `op.receive${kind.noun}.param.dryRun`],
    `${kind.path}/{id}/receive?dryRun=true: reports the movements without making them`,
    async (t) => {
      const { document, place } = await newDocument(t, kind);
      const url = `${kind.path}/${document.id}/receive`;
      const answer = t.requireStatus(await t.as().patch(`${url}?dryRun=true`, {}), 200);
      t.equal((answer.body as Rec)[kind.state], 2, kind.state, answer);
      const reported = (movementsOf(answer.body) ?? []).map((row) => [
        row.storeId,
        row.itemId,
        row.lineId,
        exact(row.change),
        exact(row.before),
        exact(row.after),
      ]);
      const [line, { here, there, itemId }] = [lineOf(document), place];
      const into = [there, itemId, line, '10', '0', '10'];
      const expected = kind.name === 'purchases' ? [into] : [[here, itemId, line, '-10', '100', '90'], into];
      t.equal(reported.toSorted(), expected.toSorted(), 'movements', answer);
      const now = await t.as().read(`${kind.path}/${document.id}`);
      t.equal([now.version, now[kind.state], await arrived(t, place, itemId)], [1, 0, 0], 'version, state and stock');
      t.expectStatus(await t.as().patch(url, {}), 200);
    },
  );

const adjustmentCase: Case = example(
  'createStockAdjustment.dry-run-movements',
  ['dry_run.movements', 'op.createStockAdjustment.param.dryRun'],
  'POST /stock-adjustments?post=true&dryRun=true reports the level before and after',
  async (t) => {
    const { here, itemId } = await stockFixture(t);
    const body = { storeId: here, date: DAY, type: 2, lines: [{ itemId, quantity: '1.5' }] };
    const answer = t.requireStatus(await t.as().post('/stock-adjustments?post=true&dryRun=true', body), 201);
    const reported = (movementsOf(answer.body) ?? []).map((row) => [row.storeId, exact(row.change), exact(row.after)]);
    t.equal(reported, [[here, '-1.5', '-1.5']], 'movements', answer);
    t.equal(await onHand(t, itemId, here), 0, 'stock');
  },
);

export const DRY_RUN_CASES: readonly Case[] = [
  ...CREATES.filter((create) => hasParameter(create, 'dryRun')).map(createCase),
  ...CREATES.filter((create) => hasParameter(updaterOf(create), 'dryRun')).map(updateCase),
  ...KINDS.map(receiptCase),
  adjustmentCase,
];
