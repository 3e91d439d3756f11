import { isAddressOrRange } from '../credentials/source-address.ts';
import { DirectoryError } from '../directory-error.ts';

const MAX_ENTRIES = 50;

/** Stored form of an allowlist: null for any address. */
export const storedAllowlist = (entries: readonly string[]): readonly string[] | null =>
  entries.length > 0 ? entries : null;

/** Throws a DirectoryError unless every entry is an address or a CIDR range. */
export function checkAllowlist(entries: readonly string[]): void {
  if (entries.length > MAX_ENTRIES) throw new DirectoryError(`An allowlist has at most ${MAX_ENTRIES} entries.`);
  for (const entry of entries) {
    if (!isAddressOrRange(entry)) throw new DirectoryError(`${entry} is neither an IP address nor a CIDR range.`);
  }
}
