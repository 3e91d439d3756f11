import { KNOWN_MIGRATIONS } from '../known-migrations.ts';
import { broken, Digest } from './archive-lines.ts';
import { FORMAT, FORMAT_WITHOUT_DIGEST } from './dump.ts';

/** Reads a backup to its end. Throws a StartError unless it is of this version and every line is as it was written. */
export async function verify(lines: AsyncIterable<string>): Promise<void> {
  const digest = new Digest();
  let first: string | undefined;
  let last: string | undefined;
  let rows = 0;
  for await (const line of lines) {
    if (first === undefined) checkFormat(line);
    first ??= line;
    if (last !== undefined) digest.add(last);
    last = line;
    if (!line.startsWith('[')) rows += 1;
  }
  if (last === undefined) checkFormat('');
  const [kind, counted, expected] = headingOf(last ?? '');
  if (kind !== 'end') throw broken('it ends early, or something follows its end');
  if (counted !== rows || expected !== digest.hex()) {
    throw broken('it is damaged, or was changed after it was written; use another backup');
  }
}

/** The values of a heading; none of another line. */
function headingOf(line: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(line);
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

function checkFormat(line: string): void {
  const [format, program, migrations] = headingOf(line);
  if (format === FORMAT_WITHOUT_DIGEST) {
    throw broken(
      `version ${program} wrote it without a digest; restore it with that version, start this one, and write a new backup`,
    );
  }
  if (format !== FORMAT) throw broken('it is not a backup that `tillgate backup` wrote');
  const versions = migrations as Readonly<Record<string, number>>;
  const differs = Object.entries(KNOWN_MIGRATIONS).some(([kind, version]) => versions?.[kind] !== version);
  if (differs) {
    throw broken(`its schemas are those of version ${program}; restore it with that version, then start this one`);
  }
}
