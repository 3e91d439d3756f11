import type { Known } from '@tillgate/openapi/requests';
import { schemaOf } from '@tillgate/openapi/requests';
import { type Operation, propertiesOf, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import type { Caller, Rec } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { createWith, knownOf, urlOf } from '../../engine/known.ts';
import type { Answer } from '../../http/send.ts';

/** What the cases of every write share. */

export const CREATES = RESOURCE_OPERATIONS.filter(
  ({ method, statuses }) => method === 'POST' && statuses.includes(201),
);

export const listOf = (create: Operation): string => create.path.replace(/\/create-with-items$/, '');

const recordPaths = (create: Operation, ...ends: string[]): string[] =>
  ends.map((end) => `${listOf(create)}/{id}${end}`);

const at = (method: string, paths: readonly string[]): Operation => {
  const found = RESOURCE_OPERATIONS.find((one) => one.method === method && paths.includes(one.path));
  if (!found) throw new Error(`There is no ${method} ${paths.join(' or ')}.`);
  return found;
};

export const readerOf = (create: Operation): Operation => at('GET', recordPaths(create, '', '/full'));

export const updaterOf = (create: Operation): Operation => at('PATCH', recordPaths(create, '', '/update-with-items'));

/** A property that any record of the kind lets itself be changed by. */
export function harmlessChange(t: CaseContext, { body }: Operation): Record<string, unknown> {
  const names = propertiesOf(body ?? {}).map(([name]) => name);
  const name = ['description', 'narration', 'name', 'color'].find((one) => names.includes(one)) ?? 'name';
  return { [name]: name === 'color' ? '#112233' : t.name('changed') };
}

/** A record of its own, and the ways to it. */
export interface Subject {
  readonly caller: Caller;
  readonly known: Known;
  readonly record: Rec;
  /** Where it is read. */
  readonly url: string;
  /** Where it is changed. */
  readonly target: string;
  readonly update: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

export async function newSubject(t: CaseContext, create: Operation, fields: object = {}): Promise<Subject> {
  const caller = t.as();
  const known = await knownOf(t, caller);
  const record = await createWith(t, caller, create, known, fields);
  const url = urlOf(readerOf(create), record.id, known);
  const target = urlOf(updaterOf(create), record.id, known);
  const update = (body: unknown, headers = {}) => caller.patch(target, body, headers);
  return { caller, known, record, url, target, update };
}

/** A path with one more query parameter. */
export const withQuery = (url: string, query: string): string => `${url}${url.includes('?') ? '&' : '?'}${query}`;

export const hasProperty = ({ body }: Operation, name: string): boolean =>
  Object.hasOwn(schemaOf(body ?? {}).properties ?? {}, name);
