import { toUnits } from '../../records/decimal.ts';

/** Decimal properties: `3.5` and `3.50` are the same value. */
const DECIMALS = new Set(['price', 'cost', 'lowStockLevel', 'quantity']);

/** Decimal places of a cost, the finest of these values. */
const MOST_DECIMALS = 4;

/** True if a stored value already has everything that a line states. Other properties are ignored. */
export function holds(stated: unknown, stored: unknown, name = ''): boolean {
  if (Array.isArray(stated)) {
    if (!Array.isArray(stored) || stated.length !== stored.length) return false;
    return stated.every((entry, i) => holds(entry, stored[i], name));
  }
  if (typeof stated === 'object' && stated !== null) {
    if (typeof stored !== 'object' || stored === null) return false;
    return Object.entries(stated).every(([key, value]) => holds(value, (stored as Record<string, unknown>)[key], key));
  }
  if (DECIMALS.has(name) && typeof stated === 'string' && typeof stored === 'string') {
    return sameNumber(stated, stored);
  }
  return stated === stored;
}

const sameNumber = (a: string, b: string): boolean => toUnits(a, MOST_DECIMALS) === toUnits(b, MOST_DECIMALS);

interface Named {
  readonly name: string;
}

/** Copies the ids of stored parts to stated parts of the same name, in order if a name repeats. */
export function withIds<Part extends Named>(
  stated: readonly Part[],
  stored: readonly (Named & { readonly id: number })[],
): (Part & { readonly id?: number })[] {
  const left = [...stored];
  return stated.map((part) => {
    const at = left.findIndex(({ name }) => name === part.name);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same ? { ...part, id: same.id } : part;
  });
}
