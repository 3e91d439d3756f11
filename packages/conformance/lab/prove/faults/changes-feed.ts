import { setTimeout as delay } from 'node:timers/promises';
import { ChangeCursors, CursorCodec, type View } from '@tillgate/server/changes/cursor.ts';
import { ChangesGone } from '@tillgate/server/changes/log.ts';
import { openSecrets, serverKey } from '@tillgate/server/database/secrets.ts';
import { RESOURCE_OPERATIONS } from '../../../src/contract/bundle.ts';
import { LAB_KEY } from '../../embedded/embedded-target.ts';
import {
  type Body,
  each,
  type Faults,
  fault,
  type Handler,
  type HandlerChange,
  type Mark,
  type Operation,
  type Reply,
  sharing,
} from '../fault.ts';
import { handler, handlerOf, querying, replying, withQuery } from '../how/handlers.ts';
import { intercept } from '../intercept.ts';

/** A change feed that loses, doubles or disorders changes, shows what it must not, or waits wrongly. */

const feedFault = sharing({ by: ['pinned.changes'], where: { operation: 'listChanges' } });
const readFault = sharing({ by: ['pinned.changes'], where: { statement: 'changes.read' } });

/** Changes each listed change. */
const inChanges = (change: (listed: Body) => object) =>
  replying((body) => ({ ...body, data: body.data.map((listed) => ({ ...listed, ...change(listed) })) }));

const now = (sound: Handler, request: Parameters<Handler>[0], query: object = {}) =>
  sound(withQuery(request, { wait: 0, ...query }));

const isEmpty = ({ body }: { readonly body: string }): boolean => body.startsWith('{"data":[]');

type Request = Parameters<Handler>[0];

/** Looks at the merchant's writes while a request waits, and answers it after the first one, whichever it is. */
const afterAnyWrite = (answer: (sound: Handler, request: Request) => Promise<Reply>): HandlerChange =>
  handler((sound, mark) => async (request) => {
    const end = performance.now() + Number(request.query.wait ?? 0) * 1000;
    const present = async () => JSON.parse((await now(sound, request, { after: undefined })).body).nextCursor;
    const start = await present();
    let reply = await now(sound, request);
    while (request.query.after && isEmpty(reply) && performance.now() < end) {
      if ((await present()) !== start) {
        mark();
        return answer(sound, request);
      }
      await delay(10);
      reply = await now(sound, request);
    }
    return reply;
  });

const NOTHING: View = { resources: 0, storeIds: [] };
const EVERYTHING: View = { resources: 2 ** 31 - 1, storeIds: null };

/** Continues a cursor that is gone for a reason from another one. */
const insteadOf = (
  reason: string,
  other: (cursors: ChangeCursors, companyId: number, after: string) => Promise<string>,
): HandlerChange =>
  handler((sound, mark, deps) => async (request) => {
    try {
      return await sound(request);
    } catch (error) {
      if (!(error instanceof ChangesGone) || error.reason !== reason) throw error;
      mark();
      const { companyId } = request.tenant.scope as { readonly companyId: number };
      const secrets = await openSecrets([Buffer.from(LAB_KEY, 'base64')], deps.databases);
      const cursors = new ChangeCursors(new CursorCodec(await serverKey(secrets, 'cursor')));
      return sound(withQuery(request, { after: await other(cursors, companyId, String(request.query.after)) }));
    }
  });

interface Logging {
  changed(): void;
}

type Write = (work: (tx: Logging) => unknown) => unknown;

/** Writes that leave no trace in the log. */
const unlogged =
  (request: Request, mark: Mark): Write =>
  (work) =>
    (request.write as Write)((tx) => work(intercept(tx, { changed: mark })));

export const CHANGES_FEED_FAULTS: Faults = {
  'server.changes-lost': feedFault('changes.feed', 'the second change of a page is lost', {
    how: replying((body) => ({ ...body, data: body.data.filter((_, i) => i !== 1) })),
  }),
  'server.changes-doubled': feedFault('changes.feed', 'the last change of a page with several is listed twice', {
    how: replying((body) => ({ ...body, data: [...body.data, ...body.data.slice(1).slice(-1)] })),
  }),
  'server.changes-without-stock': feedFault('changes.feed', 'moved stock is not listed', {
    how: replying((body) => ({ ...body, data: body.data.filter(({ resource }) => resource !== 'stock') })),
  }),
  'statement.changes-latest-first': readFault('changes.order', 'the latest change comes first', {
    how: { from: 'order by position, n limit', to: 'order by position desc, n limit' },
  }),
  'statement.changes-page-skipped': readFault('changes.cursor', 'a page leaves out the write after its cursor', {
    how: { from: 'then 1 else 0 end', to: 'then 2 else 0 end' },
  }),
  'statement.changes-of-others': readFault('changes.tenancy', 'changes of every merchant are listed', {
    how: { from: 'where c.company_id = $1', to: 'where $$1::bigint is not null' },
  }),
  'statement.changes-beyond-scope': readFault(
    'changes.scopes',
    'every resource is listed, whatever the product reads',
    {
      how: [
        { from: "(e.entry->>'r')::integer & $5::integer <> 0", to: '$$5::integer is not null' },
        { from: 'and c.kinds & $5::integer <> 0', to: '' },
      ],
    },
  ),
  'server.changes-resources-ignored': feedFault('changes.filters', 'resources selects nothing after a cursor', {
    how: querying(({ resources, after }) => (resources && after ? { resources: undefined } : undefined)),
  }),
  'statement.changes-any-store': readFault('changes.filters', 'storeId selects nothing', {
    how: [
      {
        from: "($6::bigint[] is null or e.entry->'s' is null",
        to: "($$6::bigint[] is null or true or e.entry->'s' is null",
      },
      {
        from: "($6::bigint[] is null or c.store_ids = '{}'",
        to: "($$6::bigint[] is null or true or c.store_ids = '{}'",
      },
    ],
  }),
  'server.changes-properties': feedFault('changes.properties', 'no changed properties are named', {
    how: inChanges(() => ({ properties: [] })),
  }),
  'server.changes-version-named': feedFault('changes.properties', 'version and updatedAt are named', {
    how: inChanges(({ kind, properties, version }) =>
      kind === 'created' || version === null
        ? {}
        : { properties: [...(properties as string[]), 'updatedAt', 'version'] },
    ),
  }),
  'server.changes-received-updated': feedFault('changes.kinds', 'a receipt is an update', {
    how: inChanges(({ kind }) => (kind === 'received' ? { kind: 'updated' } : {})),
  }),
  'server.changes-posted-updated': feedFault('changes.kinds', 'posting and voiding are updates', {
    how: inChanges(({ kind }) => (kind === 'posted' || kind === 'voided' ? { kind: 'updated' } : {})),
  }),
  'server.changes-all-mine': feedFault('changes.by', 'every change is of this app', {
    how: inChanges(() => ({ by: 'thisApp' })),
  }),
  'server.changes-uncorrelated': feedFault('changes.by', 'no change has its correlation id', {
    how: inChanges(() => ({ correlationId: null })),
  }),
  'server.changes-one-store': feedFault('changes.stores', 'a change names one of its stores', {
    how: inChanges(({ storeIds }) => ({ storeIds: (storeIds as number[] | null)?.slice(0, 1) ?? null })),
  }),
  'server.changes-earlier-record': feedFault('changes.record', 'the record has the version of the change', {
    how: inChanges(({ record, version }) => (record && version ? { record: { ...(record as object), version } } : {})),
  }),
  'server.changes-no-more': feedFault('changes.pages', 'no page says that there are more', {
    how: replying((body) => ({ ...body, hasMore: false })),
  }),
  'server.changes-wait-ignored': feedFault('changes.wait_time', 'a request never waits', {
    how: querying(({ wait }) => (Number(wait) > 0 ? { wait: 0 } : undefined)),
  }),
  'server.changes-wait-asleep': feedFault('changes.wait', 'a wait lasts until its time is up', {
    how: handler((sound, mark) => async (request) => {
      const first = await now(sound, request);
      if (!request.query.wait || !request.query.after || !isEmpty(first)) return first;
      mark();
      await delay(Number(request.query.wait) * 1000);
      return now(sound, request);
    }),
  }),
  'server.changes-wait-any': feedFault('changes.wait_unseen', 'any write of the merchant ends a wait', {
    how: afterAnyWrite((sound, request) => now(sound, request)),
  }),
  'server.changes-wait-lost': feedFault('changes.wait_unseen', 'after a write that it does not list, a wait sleeps', {
    how: afterAnyWrite(async (sound, request) => {
      const first = await now(sound, request);
      if (!isEmpty(first)) return first;
      await delay(Number(request.query.wait) * 1000);
      return now(sound, request);
    }),
  }),
  'server.changes-grown-unnoticed': feedFault('changes.view_grown', 'a cursor continues with more than before', {
    how: insteadOf('view_grown', async (cursors, companyId, after) =>
      cursors.encode(companyId, cursors.decode(companyId, after, NOTHING), EVERYTHING),
    ),
  }),
  'server.changes-after-list-late': fault('changes.after_list', 'the cursor of a list is read after its page', {
    where: { operation: 'listBrands' },
    how: handler((sound, mark, deps) => async (request) => {
      const reply = await sound(request);
      const name = 'Tillgate-Changes-After';
      if (!reply.headers?.[name]) return reply;
      mark();
      await delay(10);
      const { body } = await handlerOf(deps, 'listChanges')({ ...request, query: {} });
      return { ...reply, headers: { ...reply.headers, [name]: JSON.parse(body).nextCursor } };
    }),
  }),
  'statement.changes-by-clock': readFault(
    'changes.order_concurrent',
    'a cursor is an instant: changes of the same one are lost',
    {
      by: ['pinned.changes-concurrent'],
      needs: 'postgres',
      how: {
        from: /and c\.position >= \$2::bigint \+ case when \$3::bigint is null then 1 else 0 end/,
        to: `and c.position >= $$2::bigint + case when $$3::bigint is null then 1 else 0 end and (c.position = $$2
         or c.at > coalesce((select l.at from region_uk.changes l where l.company_id = $$1 and l.position = $$2), '-infinity'))`,
      },
    },
  ),
  'statement.changes-by-sequence': fault('changes.order_concurrent', 'positions are drawn from a sequence', {
    by: ['pinned.changes-concurrent'],
    needs: 'postgres',
    prepare: `do $$ declare m record; begin
      for m in select company_id, max(position) + 1 as next from region_uk.changes group by 1 loop
        execute format('create sequence if not exists region_uk.positions_%s start %s', m.company_id, m.next);
        execute format('grant usage on sequence region_uk.positions_%s to public', m.company_id);
      end loop; end $$`,
    where: { statement: ['changes.lock', 'changes.append'] },
    how: [
      { from: 'pg_advisory_xact_lock(', to: 'pg_advisory_xact_lock_shared(' },
      {
        from: /1 \+ coalesce\([\s\S]*?, 0\),/,
        // A commit takes its time.
        to: "(select n from (select nextval(format('region_uk.positions_%s', $$1::bigint)) as n offset 0) s, lateral pg_sleep(0.06 * random() + 0 * n)),",
      },
    ],
  }),
  ...each(
    RESOURCE_OPERATIONS.filter(({ method }) => method !== 'GET'),
    ({ id }) => [
      `server.unlogged-${id}`,
      fault('changes.feed', `the writes of ${id} are not listed`, {
        by: ['pinned.changes'],
        where: { operation: id as Operation },
        how: handler((sound, mark) => (request) => sound({ ...request, write: unlogged(request, mark) })),
      }),
    ],
  ),
};
