import type { Merchant } from '../../control/merchants.ts';
import { emptyTenant } from '../../database/merchant-tables.ts';
import type { Regions } from '../../database/regions.ts';
import { BACK_OFFICE } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { ItemFields } from '../../records/items/rules.ts';
import { changeStated, createStated } from '../import/catalogue-kinds.ts';
import type { Line } from '../import/lines.ts';
import { insertLines } from '../import/write-references.ts';
import { byDate, DAY, HOUR, openedAt } from '../local-time.ts';
import { adjustments, purchaseOrders, transfers } from './documents.ts';
import {
  type Catalogue,
  type ItemLine,
  type Plan,
  planChanges,
  planItems,
  readCatalogue,
  type Shop,
  type Step,
  sandboxShop,
  Written,
} from './plan.ts';
import { Random } from './sales.ts';
import { tradeSteps } from './trade.ts';

/** Time between one category or brand and the next, in milliseconds. */
const PAUSE = HOUR / 12;

/** Steps that write a merchant's catalogue, with the rules and the SQL of an import. */
function catalogueSteps(plan: Plan): Step[] {
  const { catalogue, items, changes, base } = plan;
  const writer = new CatalogueWriter(plan);
  const opened = openedAt(base);
  return [
    { at: opened, write: (tx) => writer.insert(tx, catalogue.stores) },
    { at: opened + HOUR, write: (tx) => writer.insert(tx, catalogue.suppliers) },
    { at: opened + 2 * HOUR, write: (tx) => writer.insert(tx, catalogue.taxes) },
    { at: opened + 3 * HOUR, write: (tx) => writer.createModifiers(tx) },
    ...catalogue.categories.map((line, i): Step => {
      return { at: opened + DAY + i * PAUSE, write: (tx) => writer.create(tx, line) };
    }),
    ...catalogue.brands.map((line, i): Step => {
      return { at: opened + 2 * DAY + i * PAUSE, write: (tx) => writer.create(tx, line) };
    }),
    ...[
      ...items.map(({ at, line }): Step => ({ at, write: (tx) => writer.createItem(tx, line) })),
      ...changes.map(({ at, line }): Step => ({ at, write: (tx) => writer.changeItem(tx, line) })),
    ].sort(byDate),
    // Menus come after all item changes.
    { at: base - HOUR, write: (tx) => writer.createMenus(tx) },
  ];
}

class CatalogueWriter {
  readonly #shop: Shop;
  readonly #catalogue: Catalogue;
  readonly #written: Written;

  constructor({ shop, catalogue, written }: Plan) {
    this.#shop = shop;
    this.#catalogue = catalogue;
    this.#written = written;
  }

  async insert<Type extends 'store' | 'supplier' | 'tax'>(
    tx: TenantTransaction,
    lines: readonly Line<Type>[],
  ): Promise<void> {
    const [first] = lines;
    if (!first) return;
    const { ids } = await insertLines(
      tx,
      first.type,
      lines.map((line) => ({ ...line, externalId: this.#stored(line) })),
    );
    for (const [i, { type, externalId }] of lines.entries())
      this.#written.references.add(type, { id: ids[i] as number, externalId });
  }

  async create(
    tx: TenantTransaction,
    line: Line<'category' | 'brand' | 'item' | 'modifier' | 'menu'>,
    more: object = {},
  ): Promise<{ readonly id: number }> {
    const { references } = this.#written;
    const record = await createStated(tx, line, references, { ...more, externalId: this.#stored(line) });
    references.add(line.type, { ...record, externalId: line.externalId });
    return record;
  }

  /** Creates the groups without items. Items are added to their groups as they are created. */
  async createModifiers(tx: TenantTransaction): Promise<void> {
    for (const { items: _, ...line } of this.#catalogue.modifiers) {
      const { id } = await this.create(tx, line);
      this.#written.modifiers.set(line.externalId, id);
    }
  }

  async createItem(tx: TenantTransaction, line: ItemLine): Promise<void> {
    const more = { modifierIds: this.#modifierIdsOf(line), stores: this.#overridesOf(line) };
    this.#written.items.set(line.externalId, (await this.create(tx, line, more)) as ItemFields);
  }

  async changeItem(tx: TenantTransaction, line: ItemLine): Promise<void> {
    const { references } = this.#written;
    const id = references.id('item', line.externalId);
    await changeStated(tx, id, line, references, { externalId: this.#stored(line) });
  }

  async createMenus(tx: TenantTransaction): Promise<void> {
    for (const line of this.#catalogue.menus) await this.create(tx, line);
  }

  #stored({ externalId }: Line): string | null {
    return externalId.startsWith(this.#shop.externalPrefix) ? externalId : null;
  }

  #modifierIdsOf({ externalId }: ItemLine): (number | undefined)[] {
    return this.#catalogue.modifiers
      .filter(({ items = [] }) => items.includes(externalId))
      .map((group) => this.#written.modifiers.get(group.externalId));
  }

  #overridesOf({ externalId }: ItemLine) {
    return this.#catalogue.overrides.flatMap(({ store, item, ...override }) => {
      const found = this.#written.references.find('store', store);
      return found && item === externalId ? [{ storeId: found.id, ...override }] : [];
    });
  }
}

/** Everything a demo merchant has done, in the order of writing. */
export interface History {
  readonly shop: Shop;
  readonly steps: readonly Step[];
  /** Ids of the stores; known once the steps have run. */
  readonly storeIds: () => number[];
}

/** Plans the history of a shop. All its dates are before `base`. */
export async function historyOf(shop: Shop, base: number): Promise<History> {
  const catalogue = await readCatalogue(shop.files);
  const items = planItems(catalogue.items, base, new Random(shop.seed));
  const random = new Random(shop.stockSeed);
  const changes = planChanges(catalogue.itemChanges, items, base, random);
  const written = new Written();
  const plan = { shop, catalogue, items, changes, base, written };
  // Documents are written after all sales, ordered by date.
  const documents = [...purchaseOrders(plan), ...transfers(plan), ...adjustments(plan)].sort(byDate);
  const steps = [...catalogueSteps(plan), ...tradeSteps(plan, random), ...documents];
  const storeIds = () => catalogue.stores.map(({ externalId }) => written.references.id('store', externalId));
  return { shop, steps, storeIds };
}

/** Replaces all records of a sandbox merchant with demo data, in one transaction. Returns the ids of its stores. */
export async function fillSandbox(
  regions: Regions,
  { companyId, name, region, cell, moving, currency }: Merchant,
  correlationId: string,
): Promise<number[]> {
  const tenant = regions.tenant({ companyId, region, cell, moving, currency, ...BACK_OFFICE, correlationId });
  const base = Math.floor(tenant.now() / DAY) * DAY;
  return tenant.write(async (tx) => {
    const { steps, storeIds } = await historyOf(sandboxShop(name, region, currency), base);
    await emptyTenant(tx);
    for (const { write } of steps) await write(tx);
    return storeIds();
  });
}
