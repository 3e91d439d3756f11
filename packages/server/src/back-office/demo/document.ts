import type { TenantTransaction } from '../../database/tenant.ts';
import { toTimestamp } from '../../process/clock.ts';
import { HOUR } from './dates.ts';
import type { Random } from './random.ts';
import { type ItemLine, isCounted } from './read-catalogue.ts';
import type { Plan, Step, Written } from './step.ts';

/** A line with the external id of an item and the name of its variant. */
export interface PlannedLine {
  readonly item: string;
  readonly variant: string | null;
  readonly quantity: string;
}

interface DocumentStep<Work> {
  readonly at: number;
  readonly write: Work;
}

/** Steps that create a document and then change it. */
export function documentSteps<Document>(
  create: DocumentStep<(tx: TenantTransaction) => Promise<Document>> & { readonly byApp: boolean },
  changes: readonly DocumentStep<(tx: TenantTransaction, document: Document) => Promise<unknown>>[],
): Step[] {
  let document: Document;
  return [
    {
      ...create,
      async write(tx) {
        document = await create.write(tx);
      },
    },
    ...changes.map(({ at, write }) => ({ at, write: (tx: TenantTransaction) => write(tx, document) })),
  ];
}

export const dayOf = (at: number): string => toTimestamp(at).slice(0, 10);

/** Picks up to that many items with stock, created at least an hour earlier. */
export function chooseItems({ items }: Pick<Plan, 'items'>, at: number, most: number, random: Random): ItemLine[] {
  const range = items.filter((item) => item.at + HOUR < at && isCounted(item.line));
  return [...new Set(Array.from({ length: most }, () => random.pick(range).line))];
}

/** Resolves the lines, leaving out items that have run out. */
export const stockLines = <Line extends PlannedLine>(lines: readonly Line[], { references, runOut }: Written) =>
  lines
    .map(({ item, variant, ...line }) => ({
      itemId: references.id('item', item),
      variantId: references.variantId(item, variant),
      ...line,
    }))
    .filter(({ itemId }) => !runOut.has(itemId));

/** Receives part of a document's first line. */
export const partOf = ([first]: readonly { readonly id: number }[], quantity: string) =>
  first ? { lines: [{ lineId: first.id, quantity }] } : {};
