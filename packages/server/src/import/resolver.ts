import { type Amount, tooFine } from '../resources/money.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { Reference } from './format.ts';
import { type FoundItem, type FoundStore, lookUpItems, lookUpStores, type Records, variantOf } from './look-up.ts';
import type { Problem } from './problem.ts';

/** Resolves the references of a batch's lines and collects problems with them. */
export class Resolver {
  readonly problems: Problem[] = [];
  readonly #stores: Records<FoundStore>;
  readonly #items: Records<FoundItem>;

  constructor(stores: Records<FoundStore>, items: Records<FoundItem>) {
    this.#stores = stores;
    this.#items = items;
  }

  store(line: number, store: Reference): number {
    const found = this.#stores.find(store);
    if (!found) this.problems.push({ line, path: '/store', message: `names a store that does not exist: ${store}` });
    return found?.id ?? 0;
  }

  /** Returns a store's currency; rejects amounts that it cannot express. */
  currency(line: number, store: Reference, amounts: readonly Amount[]): string {
    const found = this.#stores.find(store);
    if (!found) return '';
    const problems = tooFine(amounts, found.currency);
    this.problems.push(...problems.map(({ path, message }) => ({ line, path, message })));
    return problems.length === 0 ? found.currency : '';
  }

  /** The item and its variant; a problem stands in for what is not there. */
  item(line: number, at: string, { item, variant }: { item: Reference; variant: Reference | null }) {
    const found = this.#items.find(item);
    if (!found) this.problems.push({ line, path: `${at}/item`, message: `names an item that does not exist: ${item}` });
    const chosen = found && variantOf(found, variant);
    if (typeof chosen === 'string') this.problems.push({ line, path: `${at}/variant`, message: chosen });
    const variantId = typeof chosen === 'object' ? chosen.id : null;
    return { itemId: found?.id ?? 0, variantId, found };
  }
}

export async function resolverOf(
  tx: TenantTransaction,
  stores: readonly Reference[],
  items: readonly Reference[],
): Promise<Resolver> {
  return new Resolver(await lookUpStores(tx, stores), await lookUpItems(tx, items));
}
