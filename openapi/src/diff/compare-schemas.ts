import { isObject, type Schema, type SchemaObject } from '../document.ts';
import { breaks, type Direction, type Finding, type SharedPart } from './changes.ts';
import { asAlternatives, becameAlternative, compareAlternatives } from './compare-alternatives.ts';
import { compareKeywords } from './compare-keywords.ts';
import { compareProperties } from './compare-properties.ts';
import type { Comparison, Documents, ReportedEffect } from './comparison.ts';
import { viewSchema } from './schema-view.ts';

export type SchemaFinding = Pick<Finding, 'path' | 'what' | 'breaking' | 'shared' | 'hurtsWithout'>;

/** Differences between two schemas for the direction in which partners use them. */
export function compareSchemas(
  documents: Documents,
  direction: Direction,
  before: Schema | undefined,
  after: Schema | undefined,
  sharedRoot?: SharedPart,
): SchemaFinding[] {
  const findings: SchemaFinding[] = [];
  compareAt({ documents, direction, path: '', shared: sharedRoot, open: [] }, before, after, findings);
  return findings;
}

type Position = Omit<Comparison, 'report' | 'descend'>;

function compareAt(
  outer: Position,
  before: Schema | undefined,
  after: Schema | undefined,
  findings: SchemaFinding[],
): void {
  const [was, is] = [viewSchema(outer.documents.before, before), viewSchema(outer.documents.after, after)];
  const position = { ...outer, shared: enterShared(outer.shared, was.pointer, is.pointer) };
  const pair = `${was.pointer ?? ''} ${is.pointer ?? ''}`;
  if (was.pointer !== undefined && is.pointer !== undefined) {
    if (position.open.includes(pair)) return;
    position.open = [...position.open, pair];
  }
  const comparison: Comparison = {
    ...position,
    report: (what, effect, at) => findings.push(toFinding(position, what, effect, at)),
    descend: (step, one, other) => compareAt(stepInto(position, step), one, other, findings),
  };
  // A schema that became one of several alternatives (or null), or the reverse, has not itself changed.
  if (becameAlternative(before, was.keywords, is.keywords) || becameAlternative(after, is.keywords, was.keywords)) {
    compareAlternatives(comparison, asAlternatives(before, was.keywords), asAlternatives(after, is.keywords));
  } else compareParts(comparison, was.keywords, is.keywords);
}

function compareParts(comparison: Comparison, before: SchemaObject, after: SchemaObject): void {
  compareKeywords(comparison, before, after);
  compareAlternatives(comparison, before, after);
  compareProperties(comparison, before, after);
  if (before.items !== undefined || after.items !== undefined) comparison.descend('[]', before.items, after.items);
  // Compares maps: properties of any name that share a schema.
  const [was, is] = [before.additionalProperties, after.additionalProperties];
  if (isObject(was) && isObject(is)) comparison.descend('*', was, is);
}

function enterShared(
  outer: SharedPart | undefined,
  before: string | undefined,
  after: string | undefined,
): SharedPart | undefined {
  if (before !== undefined && before === after) return { pointer: before, place: '', path: '' };
  // A part that only one side shares is reported at the place that refers to it.
  return before === after ? outer : undefined;
}

function stepInto(position: Position, step: string): Position {
  const shared = position.shared && { ...position.shared, path: join(position.shared.path, step) };
  return { ...position, path: join(position.path, step), shared };
}

function join(path: string, step: string): string {
  if (step === '') return path;
  return step === '[]' || path === '' ? `${path}${step}` : `${path}.${step}`;
}

function toFinding(position: Position, what: string, effect: ReportedEffect, at?: string): SchemaFinding {
  const hurtsWithout = effect === 'breaks-all';
  const breaking = hurtsWithout || effect === 'breaks' || (effect !== 'harmless' && breaks(effect, position.direction));
  const { path, shared } = at === undefined ? position : stepInto(position, at);
  return { path, what, breaking, shared, hurtsWithout };
}
