import { isObject, type SchemaObject } from '../document.ts';
import type { Comparison } from './comparison.ts';
import { travellingProperties } from './schema-view.ts';

export function compareProperties(comparison: Comparison, before: SchemaObject, after: SchemaObject): void {
  const { documents, direction } = comparison;
  const absent = direction === 'request' ? 'readOnly' : 'writeOnly';
  const was = travellingProperties(documents.before, before, absent);
  const is = travellingProperties(documents.after, after, absent);
  const wasRequired = (name: string) => before.required?.includes(name) === true;
  const isRequired = (name: string) => after.required?.includes(name) === true;

  for (const [name, schema] of was) {
    const now = is.get(name);
    if (now === undefined) comparison.report('removed', 'breaks', name);
    else comparison.descend(name, schema, now);
  }
  for (const name of is.keys()) {
    if (!was.has(name)) reportAdded(comparison, name, isRequired(name));
    else if (wasRequired(name) !== isRequired(name)) reportRequired(comparison, name, isRequired(name));
  }
  for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
    compareOthers(comparison, before[keyword], after[keyword]);
}

/** Defaults do not matter: validators reject a request without a required property. */
function reportAdded({ direction, report }: Comparison, name: string, required: boolean): void {
  if (direction === 'request' && required) report('added and required', 'breaks-all', name);
  else report('added', 'harmless', name);
}

function reportRequired({ direction, report }: Comparison, name: string, required: boolean): void {
  const sent = direction === 'request';
  if (required) report(sent ? 'now required' : 'now always present', sent ? 'breaks-all' : 'harmless', name);
  else report(sent ? 'no longer required' : 'no longer always present', sent ? 'harmless' : 'breaks', name);
}

function compareOthers({ direction, report }: Comparison, before: unknown, after: unknown): void {
  const [was, is] = [othersOf(before), othersOf(after)];
  if (was === is) return;
  if (is === 'refused') {
    // Receivers lose something only if undocumented properties had a schema.
    const breaking = direction === 'request' || was === 'described';
    report('undocumented properties no longer allowed', breaking ? 'breaks' : 'harmless');
  } else if (was === 'refused') report('undocumented properties now allowed', 'harmless');
  else if (is === 'described') report('properties of other names now have a schema', 'narrows');
  else report('properties of other names no longer have a schema', 'widens');
}

function othersOf(keyword: unknown): 'refused' | 'described' | 'free' {
  if (keyword === false) return 'refused';
  return isObject(keyword) ? 'described' : 'free';
}
