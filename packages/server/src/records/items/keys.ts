import type { Item } from '../../contract/generated/types.gen.ts';
import { type JsonText, type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';

/** Names a record. Of records with the same external id, it is the one that the app created. */
export type ItemKey = { readonly id: number } | { readonly externalId: string } | { readonly itemCode: string };

export interface LockedItem {
  readonly id: number;
  readonly doc: JsonText<Item>;
}

/** Locks in the order of ids, as every other write does. Lets foreign keys to the records still be checked. */
const lockBy = (column: string, condition: string): Statement =>
  statement(
    `items.lock-by-${column.replace('_', '-')}`,
    `select id, ${column} as name, doc from region.items where company_id = $1 and ${condition}
     order by id for no key update`,
  );

const BY_KEY = {
  id: lockBy('id', 'id = any($2::bigint[])'),
  externalId: lockBy('external_id', 'external_id = any($2::text[]) and app_id = $3'),
  itemCode: lockBy('item_code', 'item_code = any($2::text[])'),
};

type Kind = keyof typeof BY_KEY;

interface Row extends LockedItem {
  readonly name: number | string;
}

/** Locks the records that writes name, all by the same kind of key. Finds the record of each write that has one. */
export async function lockItems(
  tx: TenantTransaction,
  writes: readonly { readonly key?: ItemKey }[],
): Promise<(LockedItem | undefined)[]> {
  const names = writes.map(({ key = {} }) => Object.entries(key)[0] as [Kind, number | string] | undefined);
  const [kind] = names.find((name) => name !== undefined) ?? [];
  if (!kind) return writes.map(() => undefined);
  const values = names.flatMap((name) => (name ? [name[1]] : []));
  const rows = await tx.query<Row>(BY_KEY[kind], kind === 'externalId' ? [values, tx.scope.appId] : [values]);
  const found = new Map(rows.map((row) => [row.name, row]));
  return names.map((name) => name && found.get(name[1]));
}

const FREE = statement(
  'items.free-codes',
  `select id, region.free_item_code($1, id, $3::text[]) as code from unnest($2::bigint[]) as i (id)`,
);

/** A generated code turned out to be taken. Nothing is stored; the write has to run again with codes that are looked up. */
export class GeneratedCodeTaken extends Error {
  override name = 'GeneratedCodeTaken';
}

interface Coded {
  readonly itemCode?: string | undefined;
  readonly variants?: readonly { readonly itemCode?: string | undefined }[];
}

/**
 * Codes for items and variants that are sent without one: `I` and their id. Looking up whether those are free would cost each
 * write a statement, so it is left to the database's constraint at first.
 */
export class GeneratedCodes {
  #isLookedUp: boolean;
  readonly #others = new Set<string>();
  readonly #made = new Set<string>();
  #free: ReadonlyMap<number, string> = new Map();

  /** `others` are the items of the request, whose codes are not generated for another. */
  constructor(others: Iterable<Coded | undefined>, { isLookedUp = false } = {}) {
    this.#isLookedUp = isLookedUp;
    for (const other of others) this.avoid(other);
  }

  /** Carries a write out with these codes, and again if one of them was taken. */
  async retrying<T>(write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof GeneratedCodeTaken)) throw error;
        this.#isLookedUp = true;
      }
    }
  }

  avoid({ itemCode, variants = [] }: Coded = {}): void {
    for (const code of [itemCode, ...variants.map((variant) => variant.itemCode)])
      if (code !== undefined) this.#others.add(code);
  }

  /** Has to precede the codes of these ids. */
  async lookUp(tx: TenantTransaction, ids: readonly number[]): Promise<void> {
    if (!this.#isLookedUp || ids.length === 0) return;
    const rows = await tx.query<{ id: number; code: string }>(FREE, [ids, [...this.#others]]);
    this.#free = new Map(rows.map(({ id, code }) => [id, code]));
  }

  of(id: number): string {
    const code = this.#free.get(id) ?? `I${id}`;
    if (this.#others.has(code)) throw new GeneratedCodeTaken();
    this.#made.add(code);
    return code;
  }

  has(code: string): boolean {
    return this.#made.has(code);
  }
}
