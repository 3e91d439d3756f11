import { isList, type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { bodyFor, changeOf, referencesOf, someId, takesId, urlOf } from '../../engine/references.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';

/** Rules of every operation on a merchant's data: tenancy, unknown records, methods. */

const example = subject('examples', 'operation');

const successOf = ({ statuses }: Operation): number => (statuses.includes(201) ? 201 : 200);

const callCase = (one: Operation): Case =>
  example(`${one.id}.call`, [`op.${one.id}.call`], `${one.method} ${one.path} answers ${successOf(one)}`, async (t) => {
    const caller = t.as();
    const references = await referencesOf(t, caller);
    const id = takesId(one) ? await someId(t, caller, one, references) : undefined;
    if (one.path.endsWith('/receive')) return receiveAll(t, one, id);
    const body = one.body && (one.method === 'POST' ? bodyFor(t, one, references) : changeOf(one));
    t.expectStatus(await caller.send(one.method, urlOf(one, id, references), { body }), successOf(one));
  });

/** Receives what is outstanding, the smallest request that the operation takes. */
async function receiveAll(t: CaseContext, one: Operation, id: number | undefined): Promise<void> {
  t.expectStatus(await t.as().send(one.method, urlOf(one, id), { body: {} }), 200);
}

const unknownCase = (one: Operation): Case =>
  example(
    `${one.id}.404`,
    [`op.${one.id}.status.404`, 'tenancy.unknown_id'],
    `${one.method} ${one.path} of an unknown id`,
    async (t) => {
      const caller = t.as();
      const references = await referencesOf(t, caller);
      const url = urlOf(one, UNKNOWN_ID, references);
      t.expectStatus(await caller.send(one.method, url, { body: one.body && changeOf(one) }), 404, 'partner.not_found');
    },
  );

const foreignCase = (one: Operation): Case =>
  example(
    `${one.id}.foreign`,
    ['tenancy.other_merchants_id', 'tenancy.one_merchant', `op.${one.id}.status.404`],
    `${one.method} ${one.path} of another merchant's record is the same 404`,
    async (t) => {
      const [owner, stranger] = [t.as('main', 'main'), t.as('main', 'other')];
      const references = await referencesOf(t, owner);
      const id = await someId(t, owner, one, references);
      const strangers = await referencesOf(t, stranger);
      const send = (target: number) =>
        stranger.send(one.method, urlOf(one, target, strangers), { body: one.body && changeOf(one) });
      const [foreign, unknown] = [await send(id), await send(UNKNOWN_ID)];
      t.expectStatus(foreign, 404, 'partner.not_found');
      const described = ({ body }: { body: unknown }) =>
        String((body as { message?: unknown }).message).replaceAll(/\d+/g, 'N');
      t.equal(described(foreign), described(unknown), 'the error', foreign);
    },
  );

const METHODS = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'];

const methodCase = (path: string, operations: readonly Operation[]): Case =>
  example(
    `${path}.405`,
    ['http.method_not_allowed'],
    `${path} rejects methods that it does not have and names those it has`,
    async (t) => {
      const offered = operations.map(({ method }) => method as string);
      for (const method of METHODS.filter((one) => !offered.includes(one))) {
        const answer = await t.session.send(method, path.replace('{id}', '1'));
        t.expectStatus(answer, 405, 'partner.method_not_allowed');
        const allowed = (answer.headers.allow ?? '').split(/,\s*/);
        t.check(
          offered.every((one) => allowed.includes(one)),
          `Allow is "${answer.headers.allow}", the operations ${offered.join(', ')}`,
          answer,
        );
      }
    },
  );

const listTenancyCase = (one: Operation): Case =>
  example(
    `${one.id}.tenancy`,
    ['tenancy.lists'],
    `GET ${one.path} lists only records of the token's merchant`,
    async (t) => {
      const [mine, others] = [t.as('main', 'main'), t.as('main', 'other')];
      const [references] = [await referencesOf(t, mine), await referencesOf(t, others)];
      const list = urlOf(one, undefined, references);
      const ids = new Set((await mine.all(list)).map(({ id }) => id));
      const shared = (await others.all(urlOf(one, undefined, await referencesOf(t, others)))).filter(({ id }) =>
        ids.has(id),
      );
      t.equal(
        shared.map(({ id }) => id),
        [],
        `records that both merchants list at ${one.path}`,
      );
    },
  );

const byPath = Map.groupBy(RESOURCE_OPERATIONS, ({ path }) => path);

const withId = RESOURCE_OPERATIONS.filter(takesId);
const readable = RESOURCE_OPERATIONS.filter(({ path }) => !path.startsWith('/reports/'));

export const EVERY_OPERATION_CASES: readonly Case[] = [
  ...readable.filter(({ path }) => !path.endsWith('/open-orders')).map(callCase),
  ...withId.map(unknownCase),
  ...withId.map(foreignCase),
  ...[...byPath].map(([path, operations]) => methodCase(path, operations)),
  ...readable.filter((one) => isList(one) && !takesId(one)).map(listTenancyCase),
];
