import type { SchemaObject } from '../document.ts';
import type { Effect } from './changes.ts';
import type { Comparison } from './comparison.ts';
import { pairUpValues } from './pair-up.ts';
import { ANY_TYPE, sameRules, typesOf, valuesOf } from './schema-view.ts';

/** Keywords that limit values from below or above. */
const BOUNDS = new Map<string, 'lower' | 'upper'>([
  ['minimum', 'lower'],
  ['exclusiveMinimum', 'lower'],
  ['minLength', 'lower'],
  ['minItems', 'lower'],
  ['minProperties', 'lower'],
  ['minContains', 'lower'],
  ['maximum', 'upper'],
  ['exclusiveMaximum', 'upper'],
  ['maxLength', 'upper'],
  ['maxItems', 'upper'],
  ['maxProperties', 'upper'],
  ['maxContains', 'upper'],
]);

/** Keywords without an order of strictness; any change is a different rule. */
const RULES = [
  'pattern',
  'format',
  'multipleOf',
  'uniqueItems',
  'contains',
  'not',
  'conditions',
  'propertyNames',
  'patternProperties',
  'prefixItems',
  'dependentRequired',
  'dependentSchemas',
  'contentEncoding',
  'contentMediaType',
];

export function compareKeywords(comparison: Comparison, before: SchemaObject, after: SchemaObject): void {
  compareTypes(comparison, before, after);
  compareValues(comparison, before, after);
  for (const [keyword, side] of BOUNDS) compareBound(comparison, keyword, side, before[keyword], after[keyword]);
  for (const keyword of RULES) compareRule(comparison, keyword, before[keyword], after[keyword]);
  if (comparison.direction === 'request') compareDefault(comparison, before, after);
  if (before.deprecated !== true && after.deprecated === true) comparison.report('deprecated', 'harmless');
}

function compareTypes(comparison: Comparison, before: SchemaObject, after: SchemaObject): void {
  const [was, is] = [typesOf(before), typesOf(after)];
  const lost = was.filter((type) => !covers(is, type));
  const gained = is.filter((type) => !covers(was, type));
  const changes = [...lost, ...gained];
  if (changes.length === 0) return;
  if (changes.some((type) => type !== 'null')) {
    comparison.report(`type changed from ${list(was)} to ${list(is)}`, effectOf(lost, gained));
  } else if (gained.length > 0) comparison.report('may now be null', 'widens');
  else comparison.report('may no longer be null', 'narrows');
}

/** Every integer is a number. */
function covers(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function effectOf(lost: unknown[], gained: unknown[]): Effect {
  if (lost.length > 0 && gained.length > 0) return 'shifts';
  return lost.length > 0 ? 'narrows' : 'widens';
}

function list(types: readonly string[]): string {
  return types === ANY_TYPE ? 'any' : types.join(' or ');
}

function compareValues(comparison: Comparison, before: SchemaObject, after: SchemaObject): void {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (was !== undefined && is !== undefined) {
    pairUpValues(was.map(show), is.map(show), {
      removed: (value) => comparison.report(`value ${value} removed`, 'narrows'),
      added: (value) => comparison.report(`value ${value} added`, 'widens'),
    });
  } else if (was !== undefined) comparison.report(`no longer limited to ${show(was)}`, 'widens');
  else if (is !== undefined) comparison.report(`now limited to ${show(is)}`, 'narrows');
}

function compareBound(
  comparison: Comparison,
  keyword: string,
  side: 'lower' | 'upper',
  before: unknown,
  after: unknown,
): void {
  if (before === after) return;
  const open = side === 'lower' ? -Infinity : Infinity;
  const [was, is] = [typeof before === 'number' ? before : open, typeof after === 'number' ? after : open];
  const narrows = side === 'lower' ? is > was : is < was;
  comparison.report(changed(keyword, before, after), narrows ? 'narrows' : 'widens');
}

function compareRule(comparison: Comparison, keyword: string, before: unknown, after: unknown): void {
  if (sameRules(before, after) || (keyword === 'uniqueItems' && Boolean(before) === Boolean(after))) return;
  const name = keyword === 'conditions' ? 'the if/then rules' : keyword;
  comparison.report(changed(name, before, after), effectOfRule(keyword, before, after));
}

function effectOfRule(keyword: string, before: unknown, after: unknown): Effect {
  if (keyword === 'uniqueItems') return after === true ? 'narrows' : 'widens';
  if (before === undefined) return 'narrows';
  return after === undefined ? 'widens' : 'shifts';
}

/** Reports the effect on a request without the value. */
function compareDefault({ report }: Comparison, before: SchemaObject, after: SchemaObject): void {
  const [was, is] = [before.default, after.default];
  if (show(was) === show(is)) return;
  report(changed('default', was, is), was === undefined ? 'harmless' : 'breaks-all');
}

function changed(name: string, before: unknown, after: unknown): string {
  if (typeof before === 'object' && typeof after === 'object') return `${name} changed`;
  if (before === undefined) return typeof after === 'object' ? `${name} added` : `${name} ${show(after)} added`;
  if (after === undefined) return typeof before === 'object' ? `${name} removed` : `${name} ${show(before)} removed`;
  return `${name} changed from ${show(before)} to ${show(after)}`;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}
