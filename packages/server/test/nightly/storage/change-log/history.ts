/** A request, by the moments at which it was sent and answered. */
interface Request {
  readonly client: string;
  readonly from: number;
  readonly to: number;
}

/** A write of a value that no other write has. */
export interface Write extends Request {
  readonly kind: 'write';
  readonly record: string;
  readonly value: string;
  /** Undefined without a response: it may have been committed, or be committed later. */
  readonly version: number | undefined;
}

export interface Read extends Request {
  readonly kind: 'read';
  readonly record: string;
  readonly value: string;
  readonly version: number;
}

/** A page of the change feed. Each client follows from its first page. */
export interface FeedPage extends Request {
  readonly kind: 'page';
  readonly entries: readonly { readonly position: number; readonly record: string; readonly version: number }[];
  readonly hasMore: boolean;
}

export type Observation = Write | Read | FeedPage;

const keyOf = ({ record, version }: { readonly record: string; readonly version: number | undefined }): string =>
  `${record} v${version}`;

/**
 * Whatever in a history no order of the writes explains. Each write increases the version of its record by one, so that every
 * read and every entry of the feed has one place among the writes. The first version of each record is 1, and no client
 * follows it.
 */
export function findingsIn(history: readonly Observation[]): string[] {
  const writes = history.filter((one) => one.kind === 'write');
  const reads = history.filter((one) => one.kind === 'read');
  const pages = history.filter((one) => one.kind === 'page');
  const positions = positionsIn(pages);
  return [
    ...unwritten(writes, [...reads, ...pages.flatMap(({ entries }) => entries)]),
    ...disordered(writes, reads, pages),
    ...positions.findings,
    ...outOfPosition(writes, positions.of),
    ...[...Map.groupBy(pages, ({ client }) => client).values()].flatMap((followed) => missed(writes, followed)),
  ];
}

interface Seen {
  readonly record: string;
  readonly version: number;
  readonly value?: string;
}

/** Versions that two writes have or none can have, and values of another version. */
function unwritten(writes: readonly Write[], seen: readonly Seen[]): string[] {
  const answered = Map.groupBy(
    writes.filter(({ version }) => version !== undefined),
    keyOf,
  );
  const twice = [...answered].filter(([, same]) => same.length > 1).map(([key]) => `two writes returned ${key}`);
  const open = writes.filter(({ version }) => version === undefined);
  const values = new Set(open.map(({ record, value }) => `${record} ${value}`));
  const isOfOpen = ({ record, value }: Seen) => (value === undefined ? true : values.has(`${record} ${value}`));
  const wrong = seen.filter((one) => {
    const write = answered.get(keyOf(one))?.[0];
    return write ? one.value !== undefined && one.value !== write.value : !isOfOpen(one);
  });
  const gaps = [...Map.groupBy([...writes, ...seen], ({ record }) => record)].flatMap(([record, ofRecord]) => {
    const highest = Math.max(...ofRecord.map(({ version }) => version ?? 0));
    const versions = Array.from({ length: highest }, (_, i) => i + 1);
    const missing = versions.filter((version) => !answered.has(keyOf({ record, version })));
    return missing.length > open.filter((one) => one.record === record).length
      ? [`nothing wrote all of ${record} ${missing}`]
      : [];
  });
  return [...twice, ...wrong.map((one) => `${keyOf(one)} was seen with ${one.value}, which is not its value`), ...gaps];
}

/** Requests that show an earlier state than one that had ended before they began. */
function disordered(writes: readonly Write[], reads: readonly Read[], pages: readonly FeedPage[]): string[] {
  const entries = pages.flatMap(({ entries: listed, ...page }) => listed.map((entry) => ({ ...page, ...entry })));
  const all = [...writes.filter(({ version }) => version !== undefined), ...reads, ...entries];
  return [...Map.groupBy(all, ({ record }) => record).values()].flatMap((ofRecord) => {
    // An entry of the feed may be old when it is listed, but shows that its version was there.
    const later = ofRecord.filter(({ kind }) => kind !== 'page').map((one) => ({ ...one, place: placeOf(one) }));
    const earlier = ofRecord.map(({ to, version }) => ({ to, place: version as number }));
    return overtaken(earlier, later).map(
      (one) => `${one.client}'s ${one.kind} got ${keyOf(one)} after a later one was known`,
    );
  });
}

/** A write has to be later than what was known before it; a read may show the same. */
const placeOf = ({ kind, version }: { readonly kind: string; readonly version: number | undefined }): number =>
  (version as number) - (kind === 'write' ? 0.5 : 0);

/** Those of `later` that come before one of `earlier` which had ended when they began. */
function overtaken<T extends { readonly from: number; readonly place: number }>(
  earlier: readonly { readonly to: number; readonly place: number }[],
  later: readonly T[],
): T[] {
  const ended = [...earlier].sort((a, b) => a.to - b.to);
  let [next, highest] = [0, Number.NEGATIVE_INFINITY];
  return [...later]
    .sort((a, b) => a.from - b.from)
    .filter(({ from, place }) => {
      for (; (ended[next]?.to ?? from) < from; next += 1) highest = Math.max(highest, ended[next]?.place as number);
      return place < highest;
    });
}

/** The position of each version, which is the same for all clients. */
function positionsIn(pages: readonly FeedPage[]) {
  const of = new Map<string, number>();
  const findings: string[] = [];
  for (const entry of pages.flatMap(({ entries }) => entries)) {
    const known = of.get(keyOf(entry)) ?? entry.position;
    if (known !== entry.position) findings.push(`${keyOf(entry)} is at ${known} and at ${entry.position}`);
    of.set(keyOf(entry), known);
  }
  return { of, findings };
}

/** Writes that were begun after another one had ended, and come before it in the feed. */
function outOfPosition(writes: readonly Write[], positions: ReadonlyMap<string, number>): string[] {
  const placed = writes.flatMap((write) => {
    const place = positions.get(keyOf(write));
    return place === undefined ? [] : [{ ...write, place }];
  });
  return overtaken(placed, placed).map((one) => `${keyOf(one)} is listed before a write that had ended when it began`);
}

/** What a follower was not shown, or was shown twice, out of order or too late. */
function missed(writes: readonly Write[], pages: readonly FeedPage[]): string[] {
  const findings: string[] = [];
  const seen = new Map<string, number>();
  let last = 0;
  for (const { client, from, entries, hasMore } of pages) {
    for (const entry of entries) {
      const expected = (seen.get(entry.record) ?? 1) + 1;
      if (entry.version !== expected) findings.push(`${client} got ${keyOf(entry)} instead of v${expected}`);
      if (entry.position < last) findings.push(`${client} got position ${entry.position} after ${last}`);
      seen.set(entry.record, Math.max(entry.version, expected));
      last = entry.position;
    }
    if (hasMore) continue;
    for (const write of writes)
      if (write.to < from && (write.version ?? 0) > (seen.get(write.record) ?? 1))
        findings.push(`${client} was not shown ${keyOf(write)}, which had ended`);
  }
  return findings;
}
