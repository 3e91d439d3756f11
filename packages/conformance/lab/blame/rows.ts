import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { SentStatement } from '../mutate/sent-statements.ts';
import { SERVER } from '../mutate/sources.ts';

/** A fault of `blame.yaml`, and the one rule that it breaks. */
export interface BlameRow {
  readonly rule: string;
  /** A source of the server, the name of a statement, or `wire`. */
  readonly place: string;
  readonly from: string;
  readonly to: string;
}

export const readBlame = (): BlameRow[] =>
  (parse(readFileSync(new URL('./blame.yaml', import.meta.url), 'utf8')) as string[][]).map(
    ([rule = '', place = '', from = '', to = '']) => ({ rule, place, from, to }),
  );

export const isSource = ({ place }: BlameRow): boolean => place.endsWith('.ts');

/** The source with the fault in it. Its text has to occur once. */
export function faultySource({ place, from, to }: BlameRow): string {
  const text = readFileSync(new URL(place, SERVER), 'utf8');
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${place} has ${parts.length - 1} places with ${from}`);
  return parts.join(to);
}

/** The statement with the fault in it, or as it is if it is another. */
export function faultyStatement({ place, from, to }: BlameRow, { name, text }: SentStatement): string {
  const pattern = patternOf(place) ?? new RegExp(`^${place.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  if (!pattern.test(name)) return text;
  const searched = patternOf(from, 'g');
  return searched ? text.replaceAll(searched, to) : text.replaceAll(from, () => to);
}

function patternOf(text: string, flags = ''): RegExp | undefined {
  const [, source] = /^\/(.+)\/$/s.exec(text) ?? [];
  return source === undefined ? undefined : new RegExp(source, flags);
}
