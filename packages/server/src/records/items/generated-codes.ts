import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';

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
