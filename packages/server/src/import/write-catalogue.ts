import type { TenantTransaction } from '../storage/tenant.ts';
import { type CatalogueType, createStated, KINDS, patchOf, problemsOf } from './catalogue-kinds.ts';
import type { Line } from './line.ts';
import { lookUp } from './look-up.ts';
import type { Entry } from './parse-line.ts';
import { type Problem, requireNone } from './problem.ts';
import { References } from './references.ts';

/**
 * Creates new records and changes known ones that differ from their lines. Returns how many. After
 * the first line that cannot be written, the rest are only checked.
 */
export async function importCatalogue(
  tx: TenantTransaction,
  type: Exclude<CatalogueType, 'item'>,
  entries: readonly Entry<CatalogueType>[],
): Promise<number> {
  await KINDS[type].first?.(tx);
  const references = await References.read(tx, entries);
  const current = await lockKnown(tx, type, entries);
  const problems: Problem[] = [];
  let written = 0;
  for (const entry of entries) {
    problems.push(...references.problems(entry));
    if (problems.length > 0) {
      references.introduce(entry);
      continue;
    }
    const { externalId } = entry.line;
    try {
      const record = await write(tx, entry.line, references, current.get(externalId));
      if (record === UNCHANGED) continue;
      written += 1;
      if (record) references.add(type, { ...record, externalId });
    } catch (error) {
      problems.push(...problemsOf(entry.number, error));
    }
  }
  requireNone(problems);
  return written;
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

const UNCHANGED = { id: 0 } as const;

async function write(
  tx: TenantTransaction,
  line: Line<CatalogueType>,
  references: References,
  current: { readonly id: number } | undefined,
): Promise<{ readonly id: number } | undefined> {
  if (!current) return createStated(tx, line, references);
  const patch = patchOf(line, references, current);
  return patch ? KINDS[line.type].change(tx, current.id, patch) : UNCHANGED;
}
