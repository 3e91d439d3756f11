import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject } from '../document.ts';

/** Reads the reasons for approved changes, keyed by the changes' ids. */
export function readApprovals(file: string): Map<string, string> {
  const entries: unknown = parse(readFileSync(file, 'utf8')) ?? [];
  if (!Array.isArray(entries)) throw new Error(`${file}: a list of {id, reason} is expected`);
  return new Map(entries.map(toApproval));
}

function toApproval(entry: unknown, index: number): [id: string, reason: string] {
  const { id, reason, ...others } = isObject(entry) ? entry : {};
  const unknown = Object.keys(others);
  if (unknown.length > 0) throw new Error(`approval ${index + 1}: remove the unknown ${unknown.join(', ')}`);
  if (typeof id !== 'string' || typeof reason !== 'string' || reason.trim() === '') {
    throw new Error(`approval ${index + 1}: an id and a reason are expected, both text (quote an id that has a colon)`);
  }
  return [id, reason];
}
