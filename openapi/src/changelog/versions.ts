import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readApprovals } from '../diff/approvals.ts';
import type { Change } from '../diff/changes.ts';
import { compareDocuments } from '../diff/compare-documents.ts';
import type { OpenApiDocument } from '../document.ts';
import { PACKAGE } from '../layout.ts';

/** Released contracts by their day, such as `2026-11-23.json.gz`. */
const VERSIONS = join(PACKAGE, 'versions');
const SUFFIX = '.json.gz';

export interface LoggedChange extends Pick<Change, 'id' | 'breaking'> {
  /** The only operation that it changes, such as `GET /items`. */
  readonly operation?: string | undefined;
  /** Why a breaking change was approved. */
  readonly reason?: string | undefined;
}

/** Changes that partners see between two versions. */
export interface LogEntry {
  /** Day of the version; undefined for the unreleased contract. */
  readonly version?: string | undefined;
  /** Day of the version before it. */
  readonly since: string;
  readonly changes: readonly LoggedChange[];
}

/** Changes between all versions and the unreleased contract, latest first. */
export function changelogOf(present: OpenApiDocument): LogEntry[] {
  const approvals = readApprovals(join(PACKAGE, 'approved-breaking.yaml'));
  const released = readdirSync(VERSIONS).sort().map(readVersion);
  const steps: { day?: string; document: OpenApiDocument }[] = [...released, { document: present }];
  return released
    .map(({ day: since, document: before }, index) => {
      const { day: version, document } = steps[index + 1] as (typeof steps)[number];
      const changes = compareDocuments(before, document).map(({ id, breaking, operations }) => ({
        ...{ id, breaking },
        ...(operations.length === 1 && operations[0] && { operation: operations[0] }),
        ...(approvals.has(id) && breaking && { reason: approvals.get(id) }),
      }));
      return { ...(version && { version }), since, changes };
    })
    .toReversed();
}

function readVersion(name: string) {
  const text = gunzipSync(readFileSync(join(VERSIONS, name))).toString();
  return { day: name.slice(0, -SUFFIX.length), document: JSON.parse(text) as OpenApiDocument };
}

/** Stores the unreleased contract as the version of a day. Throws if that day already has one. */
export function keepVersion(day: string, present: OpenApiDocument): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Error(`${day} is not a day, such as 2026-11-23`);
  const file = join(VERSIONS, `${day}${SUFFIX}`);
  writeFileSync(file, gzipSync(JSON.stringify(present), { level: 9 }), { flag: 'wx' });
  return file;
}
