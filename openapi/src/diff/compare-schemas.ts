import type { OpenApiDocument, Schema, SchemaObject } from '../document.ts';
import { breaks, type Direction, type Effect, type Finding, type SharedPart } from './changes.ts';
import { pairUp, pairUpValues } from './pair-up.ts';
import { ANY_TYPE, sameRules, typesOf, valuesOf, viewSchema } from './schema-view.ts';

// .spectral.yaml refuses the keywords that are not compared here.

export interface Documents {
  before: OpenApiDocument;
  after: OpenApiDocument;
}

type SchemaFinding = Pick<Finding, 'path' | 'what' | 'breaking' | 'shared' | 'hurtsWithout'>;

/** `breaks-all` also breaks requests that do not contain the part. */
type ReportedEffect = Effect | 'breaks' | 'breaks-all' | 'harmless';

interface Position {
  documents: Documents;
  direction: Direction;
  /** Path of the compared part from the root of the body or parameter, such as `data[].price`. */
  path: string;
  shared: SharedPart | undefined;
  /** Enclosing pairs that are being compared, since schemas may contain themselves. */
  open: readonly string[];
}

/** Differences between two schemas for the direction in which partners use them. */
export function compareSchemas(
  documents: Documents,
  direction: Direction,
  before: Schema | undefined,
  after: Schema | undefined,
  shared?: SharedPart,
): SchemaFinding[] {
  return compareAt({ documents, direction, path: '', shared, open: [] }, before, after);
}

function compareAt(outer: Position, before: Schema | undefined, after: Schema | undefined): SchemaFinding[] {
  const [was, is] = [viewSchema(outer.documents.before, before), viewSchema(outer.documents.after, after)];
  const position = { ...outer, shared: enterShared(outer.shared, was.pointer, is.pointer) };
  const pair = `${was.pointer ?? ''} ${is.pointer ?? ''}`;
  if (was.pointer !== undefined && is.pointer !== undefined) {
    if (position.open.includes(pair)) return [];
    position.open = [...position.open, pair];
  }
  const comparison = new Comparison(position, was.keywords, is.keywords);
  // A schema that became one of several alternatives, or the reverse, has not itself changed.
  const [earlier, later] = [alternativesOf(was.keywords), alternativesOf(is.keywords)];
  if (earlier || later) comparison.compareAlternatives(earlier ?? [before ?? {}], later ?? [after ?? {}]);
  if (!earlier === !later) comparison.compareParts();
  return comparison.findings;
}

const alternativesOf = ({ oneOf, anyOf }: SchemaObject): Schema[] | undefined => oneOf ?? anyOf;

/** Keywords that limit values from below or above. */
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'maxLength', 'maxItems'];

/** Keywords without an order of strictness; any change is a different rule. */
const RULES = ['pattern', 'format', 'uniqueItems', 'conditions'];

/** Comparison of two schemas, with references resolved and `allOf` merged. */
class Comparison {
  readonly findings: SchemaFinding[] = [];
  readonly #position: Position;
  readonly #before: SchemaObject;
  readonly #after: SchemaObject;

  constructor(position: Position, before: SchemaObject, after: SchemaObject) {
    this.#position = position;
    this.#before = before;
    this.#after = after;
  }

  /** Alternatives are matched by name. */
  compareAlternatives(was: Schema[], is: Schema[]): void {
    this.#compareRule('discriminator');
    pairUp(named(was), named(is), {
      both: (one, other) => this.#descend('', one, other),
      removed: (_, name) => this.#report(`alternative ${name} removed`, 'narrows'),
      added: (_, name) => this.#report(`alternative ${name} added`, 'widens'),
    });
  }

  compareParts(): void {
    this.#compareTypes();
    this.#compareValues();
    for (const keyword of LOWER) this.#compareBound(keyword, -1);
    for (const keyword of UPPER) this.#compareBound(keyword, 1);
    for (const keyword of RULES) this.#compareRule(keyword);
    if (this.#position.direction === 'request') this.#compareDefault();
    if (this.#before.deprecated !== true && this.#after.deprecated === true) this.#report('deprecated', 'harmless');
    this.#compareProperties();
    const [was, is] = [this.#before.items, this.#after.items];
    if (was !== undefined || is !== undefined) this.#descend('[]', was, is);
  }

  #compareTypes(): void {
    const [was, is] = [typesOf(this.#before), typesOf(this.#after)];
    const lost = was.filter((type) => !covers(is, type));
    const gained = is.filter((type) => !covers(was, type));
    if ([...lost, ...gained].some((type) => type !== 'null')) {
      const effect = lost.length === 0 ? 'widens' : gained.length === 0 ? 'narrows' : 'shifts';
      this.#report(`type changed from ${list(was)} to ${list(is)}`, effect);
    } else if (gained.length > 0) this.#report('may now be null', 'widens');
    else if (lost.length > 0) this.#report('may no longer be null', 'narrows');
  }

  #compareValues(): void {
    const [was, is] = [valuesOf(this.#before), valuesOf(this.#after)];
    if (was !== undefined && is !== undefined) {
      pairUpValues(was.map(show), is.map(show), {
        removed: (value) => this.#report(`value ${value} removed`, 'narrows'),
        added: (value) => this.#report(`value ${value} added`, 'widens'),
      });
    } else if (was !== undefined) this.#report(`no longer limited to ${show(was)}`, 'widens');
    else if (is !== undefined) this.#report(`now limited to ${show(is)}`, 'narrows');
  }

  /** `side` is -1 for a lower bound and 1 for an upper one. */
  #compareBound(keyword: string, side: 1 | -1): void {
    const [before, after] = [this.#before[keyword], this.#after[keyword]];
    if (before === after) return;
    const roomIn = (bound: unknown) => (typeof bound === 'number' ? bound * side : Infinity);
    this.#report(changed(keyword, before, after), roomIn(after) < roomIn(before) ? 'narrows' : 'widens');
  }

  #compareRule(keyword: string): void {
    const [before, after] = [this.#before[keyword], this.#after[keyword]];
    if (sameRules(before, after)) return;
    const effect = before === undefined ? 'narrows' : after === undefined ? 'widens' : 'shifts';
    this.#report(changed(keyword === 'conditions' ? 'the if/then rules' : keyword, before, after), effect);
  }

  /** Reports the effect on a request without the value. */
  #compareDefault(): void {
    const [was, is] = [this.#before.default, this.#after.default];
    if (show(was) === show(is)) return;
    this.#report(changed('default', was, is), was === undefined ? 'harmless' : 'breaks-all');
  }

  #compareProperties(): void {
    const { documents, direction } = this.#position;
    const isSent = direction === 'request';
    const was = this.#properties(documents.before, this.#before);
    const is = this.#properties(documents.after, this.#after);
    const wasRequired = (name: string) => this.#before.required?.includes(name) === true;
    const isRequired = (name: string) => this.#after.required?.includes(name) === true;
    for (const [name, schema] of was) {
      const now = is.get(name);
      if (now === undefined) this.#report('removed', 'breaks', name);
      else this.#descend(name, schema, now);
    }
    for (const name of is.keys()) {
      // Defaults do not matter: validators reject a request without a required property.
      if (!was.has(name)) {
        if (isSent && isRequired(name)) this.#report('added and required', 'breaks-all', name);
        else this.#report('added', 'harmless', name);
      } else if (isRequired(name) && !wasRequired(name))
        this.#report(isSent ? 'now required' : 'now always present', isSent ? 'breaks-all' : 'harmless', name);
      else if (wasRequired(name) && !isRequired(name))
        this.#report(isSent ? 'no longer required' : 'no longer always present', isSent ? 'harmless' : 'breaks', name);
    }
    const [wasClosed, isClosed] = [this.#before, this.#after].map((one) => one.additionalProperties === false);
    if (isClosed && !wasClosed)
      this.#report('undocumented properties no longer allowed', isSent ? 'breaks' : 'harmless');
    if (wasClosed && !isClosed) this.#report('undocumented properties now allowed', 'harmless');
  }

  /** Requests have no read-only properties. */
  #properties(document: OpenApiDocument, { properties = {} }: SchemaObject): Map<string, Schema> {
    const isRequest = this.#position.direction === 'request';
    const isSent = (schema: Schema) => !isRequest || viewSchema(document, schema).keywords.readOnly !== true;
    return new Map(Object.entries(properties).filter(([, schema]) => isSent(schema)));
  }

  #descend(step: string, before: Schema | undefined, after: Schema | undefined): [] {
    this.findings.push(...compareAt(stepInto(this.#position, step), before, after));
    return [];
  }

  #report(what: string, effect: ReportedEffect, at = ''): void {
    const { path, shared, direction } = stepInto(this.#position, at);
    const hurtsWithout = effect === 'breaks-all';
    const breaking = hurtsWithout || effect === 'breaks' || (effect !== 'harmless' && breaks(effect, direction));
    this.findings.push({ path, what, breaking, shared, hurtsWithout });
  }
}

const named = (alternatives: Schema[]): Map<string, Schema> =>
  new Map(alternatives.map((schema) => [nameOf(schema as SchemaObject), schema]));

const nameOf = ({ $ref, type }: SchemaObject): string => $ref?.split('/').at(-1) ?? `${type}`;

/** Every integer is a number. */
const covers = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

const list = (types: readonly string[]): string => (types === ANY_TYPE ? 'any' : types.join(' or '));

function changed(name: string, before: unknown, after: unknown): string {
  if (typeof before === 'object' && typeof after === 'object') return `${name} changed`;
  if (before === undefined) return typeof after === 'object' ? `${name} added` : `${name} ${show(after)} added`;
  if (after === undefined) return typeof before === 'object' ? `${name} removed` : `${name} ${show(before)} removed`;
  return `${name} changed from ${show(before)} to ${show(after)}`;
}

const show = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

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

const join = (path: string, step: string): string =>
  step === '' || step === '[]' || path === '' ? `${path}${step}` : `${path}.${step}`;
