import type { TenantTransaction } from '../../database/tenant.ts';
import { allInOrder } from '../../records/record.ts';
import { type CatalogueType, createStated, KINDS, patchOf, problemsOf } from './catalogue-kinds.ts';
import { lookUp } from './look-up.ts';
import type { Entry } from './parse-line.ts';
import { BadLines } from './problem.ts';
import { References } from './references.ts';
import { groupsOf, type Written, writeInGroups } from './write-in-groups.ts';

type CatalogueEntry = Entry<CatalogueType>;

/** Creates new records and changes known ones that differ from their lines. Returns how many. */
export async function importCatalogue(
  tx: TenantTransaction,
  type: Exclude<CatalogueType, 'item'>,
  entries: readonly CatalogueEntry[],
): Promise<number> {
  const { first, isOneRow } = KINDS[type];
  await first?.(tx);
  const references = await References.read(tx, entries);
  const current = await lockKnown(tx, type, entries);
  const mustBeAlone = ({ line: { externalId } }: CatalogueEntry) => !isOneRow || current.has(externalId);
  const write = (entry: CatalogueEntry) => writeEntry(tx, entry, references, current.get(entry.line.externalId));
  return writeInGroups(groupsOf(entries, mustBeAlone), references, (group) =>
    tx.attempt(() => allInOrder(group.map(write))).then(countWritten, problemsOfGroup),
  );
}

/** Locks the known records of the lines, ordered by id. Returns them by external id. */
async function lockKnown(
  tx: TenantTransaction,
  type: CatalogueType,
  entries: readonly Entry<CatalogueType>[],
): Promise<ReadonlyMap<string, { readonly id: number }>> {
  const externalIds = entries.map(({ line }) => line.externalId);
  const found = await lookUp(tx, type, externalIds);
  const known = externalIds.flatMap((externalId) => {
    const record = found.find(externalId);
    return record ? [{ id: record.id, externalId }] : [];
  });
  known.sort((a, b) => a.id - b.id);
  const { lock } = KINDS[type];
  const locked = await Promise.all(known.map(async ({ id, externalId }) => [externalId, await lock(tx, id)] as const));
  return new Map(locked);
}

/** Writes a line. Returns false if the record already has what the line states. */
async function writeEntry(
  tx: TenantTransaction,
  { line, number }: CatalogueEntry,
  references: References,
  current: { readonly id: number } | undefined,
): Promise<boolean> {
  try {
    const patch = current && patchOf(line, references, current);
    if (current && !patch) return false;
    const record = await (current && patch
      ? KINDS[line.type].change(tx, current.id, patch)
      : createStated(tx, line, references));
    if (record) references.add(line.type, { ...record, externalId: line.externalId });
    return true;
  } catch (error) {
    throw new BadLines(problemsOf(number, error));
  }
}

const countWritten = (outcomes: readonly boolean[]): Written => ({
  problems: [],
  written: outcomes.filter(Boolean).length,
});

function problemsOfGroup(error: unknown): Written {
  if (!(error instanceof BadLines)) throw error;
  return { problems: error.problems, written: 0 };
}
