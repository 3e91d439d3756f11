import { isList, type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import type { Caller } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { changeOf, referencesOf, requestOf, someId, takesId, urlOf } from '../../engine/references.ts';
import { CREATES, listOf, UNKNOWN_ID } from '../fixtures/records.ts';

/** Rules of every operation on a merchant's data: tenancy, unknown records, methods. */

const example = subject('examples', 'operation');

const successOf = ({ statuses }: Operation): number => (statuses.includes(201) ? 201 : 200);

const callCase = (op: Operation): Case =>
  example(`${op.id}.call`, [`op.${op.id}.call`], `${op.method} ${op.path} answers ${successOf(op)}`, async (t) => {
    const caller = t.as();
    const { id, url, body } = await requestOf(t, caller, op);
    if (op.path.endsWith('/receive')) return receiveAll(t, op, id);
    t.expectStatus(await caller.send(op.method, url, { body: op.body && body() }), successOf(op));
  });

/** Receives everything outstanding, with the smallest valid request. */
async function receiveAll(t: CaseContext, op: Operation, id: number | undefined): Promise<void> {
  t.expectStatus(await t.as().send(op.method, urlOf(op, id), { body: {} }), 200);
}

const unknownCase = (op: Operation): Case =>
  example(
    `${op.id}.404`,
    [`op.${op.id}.status.404`, 'tenancy.unknown_id'],
    `${op.method} ${op.path} of an unknown id`,
    async (t) => {
      const caller = t.as();
      const references = await referencesOf(t, caller);
      const url = urlOf(op, UNKNOWN_ID, references);
      t.expectStatus(await caller.send(op.method, url, { body: op.body && changeOf(op) }), 404, 'partner.not_found');
    },
  );

const foreignCase = (op: Operation): Case =>
  example(
    `${op.id}.foreign`,
    ['tenancy.other_merchants_id', 'tenancy.one_merchant', `op.${op.id}.status.404`],
    `${op.method} ${op.path} of another merchant's record is the same 404`,
    async (t) => {
      const [owner, stranger] = [t.as('main', 'main'), t.as('main', 'other')];
      const references = await referencesOf(t, owner);
      const id = await someId(t, owner, op, references);
      const strangers = await referencesOf(t, stranger);
      const send = (target: number) =>
        stranger.send(op.method, urlOf(op, target, strangers), { body: op.body && changeOf(op) });
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

async function created(t: CaseContext, caller: Caller, create: Operation): Promise<void> {
  const { url, body } = await requestOf(t, caller, create);
  t.requireStatus(await caller.send(create.method, url, { body: body() }), 201);
}

/** Creates a record for each merchant, if an operation can. */
const listTenancyCase = (op: Operation): Case =>
  example(
    `${op.id}.tenancy`,
    ['tenancy.lists'],
    `GET ${op.path} lists only records of the token's merchant`,
    async (t) => {
      const [mine, others] = [t.as('main', 'main'), t.as('main', 'other')];
      const create = CREATES.find((one) => listOf(one) === op.path);
      const idsOf = async (caller: Caller) => {
        if (create) await created(t, caller, create);
        return (await caller.all(urlOf(op, undefined, await referencesOf(t, caller)))).map(({ id }) => id);
      };
      const ids = new Set(await idsOf(mine));
      const shared = (await idsOf(others)).filter((id) => ids.has(id));
      t.equal(shared, [], `records that both merchants list at ${op.path}`);
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
  // Changes are not records; `changes.tenancy` has its own cases.
  ...readable.filter((op) => isList(op) && !takesId(op) && op.id !== 'listChanges').map(listTenancyCase),
];
