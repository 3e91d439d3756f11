import type { Component, ItemCreate } from '../contract/generated/types.gen.ts';
import { PartnerError } from '../errors.ts';
import { createItem } from '../resources/items/write.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import { lookUpItems, lookUpTaxes, type Records, variantOf } from './look-up.ts';
import type { Entry } from './parse-line.ts';
import { BadLines, type Problem, requireNone } from './problem.ts';

type ItemEntry = Entry<'item'>;
type Taxes = Records<{ id: number; externalId: string | null }>;

/** Creates the items that are not known yet, by the rules of `POST /items`. */
export async function importItems(tx: TenantTransaction, entries: readonly ItemEntry[]): Promise<number> {
  const known = await lookUpItems(
    tx,
    entries.map(({ line }) => line.externalId),
  );
  const added = new Map(
    entries.filter(({ line }) => !known.find(line.externalId)).map((entry) => [entry.line.externalId, entry]),
  );
  const fresh = [...added.values()];
  const taxes = await lookUpTaxes(
    tx,
    fresh.flatMap(({ line }) => line.tax ?? []),
  );
  for (const entry of fresh) await create(tx, entry, taxes);
  return fresh.length;
}

async function create(tx: TenantTransaction, entry: ItemEntry, taxes: Taxes): Promise<void> {
  const { type: _, itemType, tax, components, ...fields } = entry.line;
  const taxId = tax === null ? null : taxes.find(tax)?.id;
  if (taxId === undefined)
    throw new BadLines([{ line: entry.number, path: '/tax', message: `names a tax that does not exist: ${tax}` }]);
  const body = { ...fields, type: itemType, taxId, components: await componentsOf(tx, entry) };
  try {
    await createItem(tx, body as ItemCreate);
  } catch (error) {
    throw error instanceof PartnerError && error.details ? new BadLines(refusedOf(entry, error)) : error;
  }
}

const refusedOf = ({ number }: ItemEntry, { details = [] }: PartnerError): Problem[] =>
  details.map(({ path, message }) => ({ line: number, path, message }));

async function componentsOf(tx: TenantTransaction, { number, line }: ItemEntry): Promise<Component[]> {
  const { components: named = [] } = line;
  const items = await lookUpItems(
    tx,
    named.map(({ item }) => item),
  );
  const problems: Problem[] = [];
  const components = named.flatMap(({ item, variant, quantity }, i): Component[] => {
    const found = items.find(item);
    const path = `/components/${i}`;
    if (!found)
      problems.push({ line: number, path: `${path}/item`, message: `names an item that does not exist: ${item}` });
    const chosen = found && variantOf(found, variant);
    if (typeof chosen === 'string') problems.push({ line: number, path: `${path}/variant`, message: chosen });
    return found && typeof chosen === 'object' ? [{ itemId: found.id, variantId: chosen.id, quantity }] : [];
  });
  requireNone(problems);
  return components;
}
