// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Answer, type Fields, inQuery, Rejection } from './answer.ts';
import type { Call, HandlerResult } from './call.ts';

/** Lists as streams: one line for each record, and lines with the position reached. */

export const LINES = 'application/x-ndjson';

/** Records between two cursors of a stream. */
const CURSOR_EVERY = 1_000;

/** True if a client prefers lines to JSON. streams.negotiated */
export function prefersLines(accept = ''): boolean {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const lines = weightIn(ranges, [LINES]);
  const json = weightIn(ranges, ['application/json', 'application/*', '*/*']);
  return lines.weight > 0 && (lines.weight > json.weight || (lines.weight === json.weight && comesFirst(lines, json)));
}

interface Weighed {
  readonly weight: number;
  /** Index of the media range in the header. */
  readonly place: number;
  /** Rank of the media range; the most specific match wins. */
  readonly breadth: number;
}

/** Weight of the most specific media range that matches. */
function weightIn(ranges: readonly (readonly string[])[], names: readonly string[]): Weighed {
  for (const [breadth, name] of names.entries()) {
    const place = ranges.findIndex(([type]) => type === name);
    const quality = ranges[place]?.find((part) => part.startsWith('q='));
    if (place >= 0) return { weight: quality ? Number(quality.slice(2)) : 1, place, breadth };
  }
  return { weight: 0, place: ranges.length, breadth: names.length };
}

const comesFirst = (one: Weighed, other: Weighed): boolean =>
  one.breadth === other.breadth ? one.place < other.place : one.breadth < other.breadth;

/** streams.no_pages */
export function refusePages({ streamed, sent }: Call): void {
  const given = ['page', 'limit'].filter((name) => sent.has(name));
  if (!streamed || given.length === 0) return;
  throw new Rejection(
    'partner.validation_failed',
    'streams.no_pages',
    given.map((name) => inQuery(name, 'exclusive')),
  );
}

/** How many records precede each cursor of a stream. streams.cursors_within */
export const placesOfCursors = (records: number): number[] =>
  Array.from({ length: Math.ceil(records / CURSOR_EVERY) - 1 }, (_, n) => (n + 1) * CURSOR_EVERY);

/** JSON Pointer to a record of a list, as a page or as a stream. */
export const pointerTo = ({ streamed }: Call, record: number): string =>
  streamed ? `/${record + Math.floor(record / CURSOR_EVERY)}` : `/data/${record}`;

/** streams.records, streams.last_line, streams.cursors_within */
export function streamOf({ operation }: Call, { body, changesAfter, cursors }: HandlerResult): Answer {
  const records = body.data as readonly Fields[];
  const lines = records.flatMap((record, n) => {
    const cursor = cursors?.get(n);
    return cursor === undefined ? [record] : [{ stream: { end: false, count: n, cursor } }, record];
  });
  const headers = {
    'content-type': LINES,
    'tillgate-total': String(records.length),
    ...(changesAfter !== undefined && { 'tillgate-changes-after': changesAfter }),
  };
  const end = { stream: { end: true, count: records.length, cursor: null } };
  return { status: operation.status, headers, body: [...lines, end], rule: 'streams.records' };
}
