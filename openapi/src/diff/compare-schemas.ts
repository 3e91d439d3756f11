import type { Schema } from '../document.ts';
import { type Finding, found, type Place, sharedAt } from './changes.ts';
import { pairUp, pairUpValues } from './pair-up.ts';
import { ANY_TYPE, type SchemaView, sameRules, typesOf, valuesOf, viewSchema } from './schema-view.ts';

// .spectral.yaml refuses the keywords that are not compared here.

/** Differences between two schemas for the direction in which partners use them. */
export function compareSchemas(outer: Place, before: Schema | undefined, after: Schema | undefined): Finding[] {
  const { documents, open = [] } = outer;
  const [was, is] = [viewSchema(documents.before, before), viewSchema(documents.after, after)];
  const pair = was.pointer && is.pointer && `${was.pointer} ${is.pointer}`;
  if (pair && open.includes(pair)) return [];
  const at = { ...outer, shared: sharedIn(outer, was.pointer, is.pointer), open: pair ? [...open, pair] : open };
  // A schema that became one of several alternatives, or the reverse, has not itself changed.
  const [earlier, later] = [alternativesOf(was.keywords), alternativesOf(is.keywords)];
  return [
    ...(earlier || later ? compareAlternatives(at, earlier ?? [before ?? {}], later ?? [after ?? {}]) : []),
    ...(!earlier === !later ? compareViews(at, was, is) : []),
  ];
}

function sharedIn({ shared }: Place, before: string | undefined, after: string | undefined) {
  if (before !== undefined && before === after) return sharedAt(before);
  // A part that only one side shares is reported at the place that refers to it.
  return before === after ? shared : undefined;
}

const alternativesOf = ({ oneOf, anyOf }: Schema): Schema[] | undefined => oneOf ?? anyOf;

/** Alternatives are matched by name. */
function compareAlternatives(at: Place, before: readonly Schema[], after: readonly Schema[]): Finding[] {
  const byName = (alternatives: readonly Schema[]) => new Map(alternatives.map((schema) => [nameOf(schema), schema]));
  return pairUp(byName(before), byName(after), {
    both: (was, is) => compareSchemas(at, was, is),
    removed: (_, name) => found(at, `alternative ${name} removed`, 'narrows'),
    added: (_, name) => found(at, `alternative ${name} added`, 'widens'),
  });
}

const nameOf = ({ $ref, type }: Schema): string => $ref?.split('/').at(-1) ?? `${type}`;

/** Keywords that limit values from below or above. */
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'maxLength', 'maxItems'];

/** Keywords without an order of strictness; any change is a different rule. */
const RULES = ['pattern', 'format', 'uniqueItems', 'discriminator'];

function compareViews(at: Place, before: SchemaView, after: SchemaView): Finding[] {
  const [was, is] = [before.keywords, after.keywords];
  return [
    ...compareTypes(at, typesOf(was), typesOf(is)),
    ...compareValues(at, valuesOf(was), valuesOf(is)),
    ...LOWER.flatMap((keyword) => compareBounds(at, keyword, -1, was[keyword], is[keyword])),
    ...UPPER.flatMap((keyword) => compareBounds(at, keyword, 1, was[keyword], is[keyword])),
    ...RULES.flatMap((keyword) => compareRules(at, keyword, was[keyword], is[keyword])),
    ...compareRules(at, 'the if/then rules', before.conditions, after.conditions),
    ...(at.direction === 'request' ? compareDefaults(at, was.default, is.default) : []),
    ...compareDeprecation(at, was, is),
    ...compareProperties(at, was, is),
    ...compareClosedness(at, was.additionalProperties === false, is.additionalProperties === false),
    ...(was.items || is.items ? compareSchemas(stepInto(at, '[]'), was.items, is.items) : []),
  ];
}

function compareTypes(at: Place, was: readonly string[], is: readonly string[]): Finding[] {
  const lost = was.filter((type) => !is.includes(type));
  const gained = is.filter((type) => !was.includes(type));
  if ([...lost, ...gained].some((type) => type !== 'null')) {
    const effect = lost.length === 0 ? 'widens' : gained.length === 0 ? 'narrows' : 'breaks';
    return [found(at, `type changed from ${list(was)} to ${list(is)}`, effect)];
  }
  if (gained.length > 0) return [found(at, 'may now be null', 'widens')];
  return lost.length > 0 ? [found(at, 'may no longer be null', 'narrows')] : [];
}

const list = (types: readonly string[]): string => (types === ANY_TYPE ? 'any' : types.join(' or '));

function compareValues(at: Place, was: unknown[] | undefined, is: unknown[] | undefined): Finding[] {
  if (was && is)
    return pairUpValues(was.map(show), is.map(show), {
      removed: (value) => found(at, `value ${value} removed`, 'narrows'),
      added: (value) => found(at, `value ${value} added`, 'widens'),
    });
  if (was) return [found(at, `no longer limited to ${show(was)}`, 'widens')];
  return is ? [found(at, `now limited to ${show(is)}`, 'narrows')] : [];
}

/** `side` is -1 for a lower bound and 1 for an upper one. */
function compareBounds(at: Place, keyword: string, side: 1 | -1, was: unknown, is: unknown): Finding[] {
  if (was === is) return [];
  const roomIn = (bound: unknown) => (typeof bound === 'number' ? bound * side : Infinity);
  return [found(at, changed(keyword, was, is), roomIn(is) < roomIn(was) ? 'narrows' : 'widens')];
}

function compareRules(at: Place, keyword: string, was: unknown, is: unknown): Finding[] {
  if (sameRules(was, is)) return [];
  const effect = was === undefined ? 'narrows' : is === undefined ? 'widens' : 'breaks';
  return [found(at, changed(keyword, was, is), effect)];
}

/** A default applies to requests without the value. */
function compareDefaults(at: Place, was: unknown, is: unknown): Finding[] {
  if (show(was) === show(is)) return [];
  return [{ ...found(at, changed('default', was, is), was === undefined ? 'harmless' : 'breaks'), hurtsWithout: true }];
}

export const compareDeprecation = (
  at: Place,
  was: { deprecated?: boolean },
  is: { deprecated?: boolean },
): Finding[] => (was.deprecated !== true && is.deprecated === true ? [found(at, 'deprecated', 'harmless')] : []);

function compareProperties(at: Place, before: Schema, after: Schema): Finding[] {
  const isRequired = ({ required = [] }: Schema, name: string) => required.includes(name);
  return pairUp(propertiesOf(at, 'before', before), propertiesOf(at, 'after', after), {
    both: (was, is, name) => [
      ...compareSchemas(stepInto(at, name), was, is),
      ...compareRequired(stepInto(at, name), isRequired(before, name), isRequired(after, name)),
    ],
    removed: (_, name) => found(stepInto(at, name), 'removed', 'breaks'),
    added: (_, name) => addition(stepInto(at, name), isRequired(after, name)),
  });
}

/** Requests have no read-only properties. */
function propertiesOf({ documents, direction }: Place, version: 'before' | 'after', { properties = {} }: Schema) {
  const isReadOnly = (schema: Schema) => viewSchema(documents[version], schema).keywords.readOnly === true;
  const all = Object.entries(properties);
  return new Map(direction === 'request' ? all.filter(([, schema]) => !isReadOnly(schema)) : all);
}

/** A part that becomes required also breaks requests without it. */
export function compareRequired(at: Place, was: boolean, is: boolean): Finding[] {
  if (was === is) return [];
  const words = at.direction === 'request' ? 'required' : 'always present';
  return [{ ...found(at, `${is ? 'now' : 'no longer'} ${words}`, is ? 'narrows' : 'widens'), hurtsWithout: is }];
}

/** A required part breaks all requests, even if it has a default: validators reject a request without it. */
export const addition = (at: Place, required: boolean): Finding =>
  required && at.direction === 'request'
    ? { ...found(at, 'added and required', 'breaks'), hurtsWithout: true }
    : found(at, 'added', 'harmless');

function compareClosedness(at: Place, was: boolean, is: boolean): Finding[] {
  if (was === is) return [];
  if (was) return [found(at, 'undocumented properties now allowed', 'harmless')];
  return [found(at, 'undocumented properties no longer allowed', 'narrows')];
}

function changed(name: string, before: unknown, after: unknown): string {
  if (typeof before === 'object' && typeof after === 'object') return `${name} changed`;
  if (before === undefined) return typeof after === 'object' ? `${name} added` : `${name} ${show(after)} added`;
  if (after === undefined) return typeof before === 'object' ? `${name} removed` : `${name} ${show(before)} removed`;
  return `${name} changed from ${show(before)} to ${show(after)}`;
}

const show = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

function stepInto(at: Place, step: string): Place {
  const shared = at.shared && { ...at.shared, path: join(at.shared.path, step) };
  return { ...at, path: join(at.path, step), shared };
}

const join = (path: string, step: string): string =>
  step === '[]' || path === '' ? `${path}${step}` : `${path}.${step}`;
