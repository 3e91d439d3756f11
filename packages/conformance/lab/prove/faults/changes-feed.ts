import { setTimeout as delay } from 'node:timers/promises';
import { type Body, type Faults, type Handler, sharing } from '../fault.ts';
import { handler, querying, replying, withQuery } from '../how/handlers.ts';

/** A change feed that loses, doubles or disorders changes, shows what it must not, or waits wrongly. */

const feedFault = sharing({ by: ['pinned.changes'], where: { operation: 'listChanges' } });
const readFault = sharing({ by: ['pinned.changes'], where: { statement: 'changes.read' } });

/** Changes each listed change. */
const inChanges = (change: (listed: Body) => object) =>
  replying((body) => ({ ...body, data: body.data.map((listed) => ({ ...listed, ...change(listed) })) }));

const now = (sound: Handler, request: Parameters<Handler>[0], query: object = {}) =>
  sound(withQuery(request, { wait: 0, ...query }));

const isEmpty = ({ body }: { readonly body: string }): boolean => body.startsWith('{"data":[]');

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
};
