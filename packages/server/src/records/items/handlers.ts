import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CheckBody } from '../../contract/contract.ts';
import type { ItemBatchResults, ItemCreate, ItemOperation, ItemUpdate } from '../../contract/generated/types.gen.ts';
import type { SplitBody } from '../../contract/read-only.ts';
import type { JsonText } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import {
  type FieldError,
  MOST_DETAILS,
  PartnerError,
  refuseInvalid,
  repeatableError,
  validationFailed,
} from '../../errors.ts';
import { created, type Handlers, listReply, ok } from '../handlers.ts';
import { lockItemModifiers } from '../item-modifiers.ts';
import { type Basis, etagOf } from '../record.ts';
import { findItemAtStore } from './at-store.ts';
import { ItemsRefused } from './refusals.ts';
import { ITEMS, type ItemKey, lockItems } from './store.ts';
import {
  changesModifiers,
  GeneratedCodes,
  type ItemWrite,
  type Outcome,
  type Written,
  writeItem,
  writeItems,
} from './write.ts';

export const itemHandlers = (checkBody: CheckBody) =>
  ({
    listItems: (request) => listReply(request, ITEMS),
    async createItem({ body, write }) {
      const codes = new GeneratedCodes([body]);
      return codes.retrying(() =>
        write(async (tx) => {
          const { doc, location } = await createItem(tx, body, codes);
          return created({ doc }, location);
        }),
      );
    },
    async batchItems({ body: { operations }, query, write }) {
      refuseMixedKeys(operations);
      const writes = await inSlices(operations, (operation) => writeOf(operation, checkBody));
      return write(async (tx) => {
        const outcomes = await writeAll(tx, writes);
        if (query.atomic) refuseFailed(outcomes);
        return ok(await resultsOf(outcomes));
      });
    },
    getItem: async ({ path, query, tenant }) => ok(await findItemAtStore(tenant, path.id, query.storeId)),
    async updateItem({ path, body, conditions, claims, write }) {
      const codes = new GeneratedCodes([body]);
      return codes.retrying(() =>
        write(async (tx) => ok(await changeItem(tx, path.id, body, { conditions, claims }, codes))),
      );
    },
  }) satisfies Partial<Handlers>;

const lookedUp = (item: ItemCreate | ItemUpdate) => new GeneratedCodes([item], { isLookedUp: true });

export const createItem = (tx: TenantTransaction, input: ItemCreate, codes = lookedUp(input)): Promise<Written> =>
  writeItem(tx, { create: input }, codes);

export const changeItem = (
  tx: TenantTransaction,
  id: number,
  patch: ItemUpdate,
  basis: Basis = {},
  codes = lookedUp(patch),
): Promise<Written> => writeItem(tx, { key: { id }, update: patch, basis }, codes);

/** Maps a long list, yielding to other requests. */
async function inSlices<T, U>(list: readonly T[], map: (entry: T, index: number) => U): Promise<U[]> {
  const mapped: U[] = [];
  let since = performance.now();
  for (const [i, entry] of list.entries()) {
    mapped.push(map(entry, i));
    if (performance.now() - since < LONGEST_TURN) continue;
    await nextTurn();
    since = performance.now();
  }
  return mapped;
}

/** Milliseconds of work after which other requests get a turn. */
const LONGEST_TURN = 3;

const KEYS = ['id', 'externalId', 'itemCode'] as const;

/** Rejects operations whose key does not suit their `op`, or differs in kind from the first operation's. */
function refuseMixedKeys(operations: readonly ItemOperation[]): void {
  let first: string | undefined;
  const errors = operations.flatMap((operation, i): FieldError[] => {
    const named = KEYS.filter((key) => operation[key] !== undefined);
    const [key] = named;
    const isMixed = first !== undefined && key !== undefined && key !== first;
    const message = wrongKey(operation, named) ?? (isMixed ? `must be named by ${first}, like the first` : undefined);
    first ??= key;
    return message === undefined ? [] : [{ in: 'body', path: `/operations/${i}`, rule: 'key', message }];
  });
  refuseInvalid(errors);
}

function wrongKey({ op, version }: ItemOperation, named: readonly string[]): string | undefined {
  if (op === 'create' && named.length > 0) return 'creates a record and must not name one: put its keys into item';
  if (op === 'create' && version !== undefined) return 'creates a record, which has no version yet: leave version out';
  if (op === 'create') return undefined;
  if (named.length !== 1) return 'must name its record by exactly one of id, externalId and itemCode';
  if (op !== 'upsert' || named[0] !== 'id') return undefined;
  return 'must name its record by externalId or itemCode: ids are generated';
}

/** An upsert with a version can only be a change. */
function writeOf({ op, version, item, ...names }: ItemOperation, checkBody: CheckBody): ItemWrite {
  const name = KEYS.find((key) => names[key] !== undefined);
  const key = name && ({ [name]: names[name] } as unknown as ItemKey);
  const isChange = op === 'update' || (op === 'upsert' && version !== undefined);
  const create = isChange ? {} : checked(checkBody, 'createItem', op === 'upsert' ? { ...key, ...item } : item);
  const update = op === 'create' ? {} : checked(checkBody, 'updateItem', item);
  const refusal = (error: PartnerError | undefined): PartnerError | undefined => {
    // An upsert whose item has another key would not find its record again.
    const stated = name && ((update.body ?? item) as ItemCreate & { readonly id?: number })[name];
    if (op !== 'upsert' || stated === undefined || stated === names[name as keyof typeof names]) return error;
    const message = `must be the ${name} that the operation names, or be left out`;
    return validationFailed([{ in: 'body', path: `/${name}`, rule: 'key', message }, ...(error?.details ?? [])]);
  };
  const invalid = { create: refusal(create.error), update: refusal(update.error) };
  return {
    ...(key && { key }),
    create: create.body as ItemCreate | undefined,
    update: update.body as ItemUpdate | undefined,
    basis: {
      conditions: { ifMatch: version === undefined ? undefined : etagOf(version) },
      claims: update.claims ?? [],
    },
    refused: isChange ? invalid.update : undefined,
    invalid,
  };
}

/** Checks a copy of the body, because checking fills in and normalizes values. */
function checked(
  checkBody: CheckBody,
  id: 'createItem' | 'updateItem',
  item: object,
): Partial<SplitBody> & { readonly error?: PartnerError } {
  try {
    return checkBody(id, structuredClone(item));
  } catch (error) {
    if (error instanceof PartnerError) return { error };
    throw error;
  }
}

/** Rejects the whole batch if operations failed, with the status and code of the first failure. */
function refuseFailed(outcomes: readonly Outcome[]): void {
  const failed = outcomes.flatMap((outcome, index) =>
    outcome instanceof PartnerError ? [{ index, error: outcome }] : [],
  );
  const [first] = failed;
  if (!first) return;
  const created = new Set(
    outcomes.map((outcome) => ('item' in outcome && outcome.isNew ? outcome.item.id : undefined)),
  );
  const details = failed
    .flatMap(({ index, error: { code, message, details: own } }): FieldError[] => {
      const path = `/operations/${index}`;
      if (!own) return [{ in: 'body', path, rule: code.replace('partner.', ''), message }];
      return own.map((detail) => ({ ...detail, path: `${path}/item${detail.path}` }));
    })
    // An error does not name a record that will not be stored.
    .map(({ recordId, ...detail }) => ({
      ...detail,
      ...(recordId !== undefined && !created.has(recordId) && { recordId }),
    }));
  throw new PartnerError(first.error.code, `operation ${first.index}: ${first.error.message}`, {
    details: details.slice(0, MOST_DETAILS),
  });
}

async function resultsOf(outcomes: readonly Outcome[]): Promise<JsonText<ItemBatchResults>> {
  const results = await inSlices(outcomes, (outcome, index) => {
    if (outcome instanceof PartnerError)
      return JSON.stringify({ index, status: outcome.status, error: repeatableError(outcome) });
    return `{"index":${index},"status":${outcome.isNew ? 201 : 200},"item":${outcome.doc}}`;
  });
  const failed = outcomes.filter((outcome) => outcome instanceof PartnerError).length;
  return `{"results":[${results}],"succeeded":${outcomes.length - failed},"failed":${failed}}` as JsonText<ItemBatchResults>;
}

/** Maximum items in one statement; fewer if they are large. Other requests get a turn after each statement. */
const SLICE = 100;

/** Longest prefix of the writes that fits in one statement, at least one write. Ten parts weigh as much as an item. */
function sliceOf(writes: readonly ItemWrite[]): ItemWrite[] {
  let weight = 0;
  const end = writes.findIndex(({ create, update }, i) => {
    const { variants = [], components = [], stores = [] } = create ?? update ?? {};
    weight += 1 + (variants.length + (components?.length ?? 0) + (stores?.length ?? 0)) / 10;
    return i > 0 && weight > SLICE;
  });
  return writes.slice(0, end < 0 ? SLICE : Math.min(end, SLICE));
}

/**
 * Writes any number of items in order, each as if it were alone: a failed write does not affect the others. All keys
 * are of the same kind.
 */
export async function writeAll(
  tx: TenantTransaction,
  writes: readonly ItemWrite[],
  codes = new GeneratedCodes(writes.map(({ create, update }) => create ?? update)),
): Promise<Outcome[]> {
  if (writes.some(changesModifiers)) await lockItemModifiers(tx);
  // Locked at once and in one order, so that two batches of the same records cannot deadlock.
  if (sliceOf(writes).length < writes.length) await lockItems(tx, writes);
  const outcomes: Outcome[] = [];
  let size = SLICE;
  while (outcomes.length < writes.length) {
    const some = sliceOf(writes.slice(outcomes.length, outcomes.length + size));
    const written = await writeSome(tx, some, codes);
    outcomes.push(...written);
    size = Math.min(SLICE, 2 * written.length);
  }
  return outcomes;
}

/** Writes a prefix of the writes, at least one. A failed write does not undo the others. */
async function writeSome(
  tx: TenantTransaction,
  writes: readonly ItemWrite[],
  codes: GeneratedCodes,
): Promise<Outcome[]> {
  try {
    return await codes.retrying(() => tx.attempt(() => writeItems(tx, writes, codes)));
  } catch (error) {
    if (error instanceof ItemsRefused && error.refused.size > 0)
      return writeSome(tx, withRefused(writes, error), codes);
    const [write] = writes;
    if (writes.length > 1 && (error instanceof ItemsRefused || error instanceof PartnerError)) {
      return writeSome(tx, writes.slice(0, writes.length / 2), codes);
    }
    if (write && error instanceof PartnerError) return [error];
    throw error instanceof ItemsRefused ? error.cause : error;
  }
}

/** Marks rejected writes. An upsert whose key a new record has just taken changes that record instead. */
function withRefused(writes: readonly ItemWrite[], { refused }: ItemsRefused): ItemWrite[] {
  return writes.map((write, index) => {
    const error = refused.get(index);
    if (!error) return write;
    const path = `/${Object.keys(write.key ?? {})[0]}`;
    const isLate = write.create && write.update && !write.isLate && error.details?.[0]?.path === path;
    return isLate ? { ...write, isLate } : { ...write, refused: error };
  });
}
