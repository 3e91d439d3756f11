import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject } from '../document.ts';
import type { Approval } from './report.ts';

export function readApprovals(file: string): Map<string, Approval> {
  const entries: unknown = parse(readFileSync(file, 'utf8')) ?? [];
  if (!Array.isArray(entries)) throw new Error(`${file}: a list of {id, reason} is expected`);
  return new Map(entries.map(toApproval).map((approval) => [approval.id, approval]));
}

function toApproval(entry: unknown, index: number): Approval {
  if (!isObject(entry)) throw new Error(`approval ${index + 1}: an id and a reason are expected`);
  const { id, reason, ...others } = entry;
  const unknown = Object.keys(others);
  if (unknown.length > 0) throw new Error(`approval ${index + 1}: ${unknown.join(', ')} is not known`);
  if (typeof id !== 'string' || typeof reason !== 'string' || reason.trim() === '') {
    throw new Error(`approval ${index + 1}: an id and a reason are expected, both text (quote an id that has a colon)`);
  }
  return { id, reason };
}
