import type { AppDependencies } from '@tillgate/server/app.ts';
import type { Databases } from '@tillgate/server/database/database.ts';
import type { WebDependencies } from '@tillgate/server/pages/kit/dependencies.ts';
import type { Delivery } from '@tillgate/server/webhooks/requests.ts';
import type { DeliveryChange, Fault, Host, How, Operation, ProxyChange, Replacement, Where } from './fault.ts';
import { handle } from './how/handlers.ts';
import { onDatabases, onPool, replacing, wrapDatabases } from './statements.ts';

/** Applies faults to parts of a server and records which took effect. */

/** A part of a fault's change; each has to take effect. */
export type Part = Exclude<How, readonly Replacement[]>;
export type Applied = (part: Part) => void;

export const partsOf = ({ how }: Fault): readonly Part[] => (isReplacements(how) ? how : [how as Part]);

export const hostOf = ({ where = 'api' }: Pick<Fault, 'where'>): Host =>
  typeof where === 'string' ? where : 'host' in where ? (where.host ?? 'api') : 'api';

/** The change, if it affects only requests and responses; the fault then needs no separate server. */
export const changeInProxy = ({ how }: Fault): ProxyChange | undefined =>
  'request' in how || 'answer' in how ? how : undefined;

const isReplacements = (how: How): how is readonly Replacement[] => Array.isArray(how);

export const replacementsOf = (how: How): readonly Replacement[] | undefined =>
  isReplacements(how) ? how : 'from' in how ? [how] : undefined;

const listed = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);

export const namesOf = (where: Where | undefined): readonly string[] | undefined =>
  typeof where === 'object' && 'statement' in where ? listed(where.statement) : undefined;

export const operationsOf = (where: Where | undefined): readonly Operation[] =>
  typeof where === 'object' && 'operation' in where ? listed(where.operation) : [];

export function faultyApi(fault: Fault, deps: AppDependencies, applied: Applied): AppDependencies {
  const { where, how } = fault;
  const mark = () => applied(how as Part);
  const replacements = replacementsOf(how);
  if (replacements) return onDatabases(deps, replacing(replacements, namesOf(where), applied));
  if ('handler' in how) return handle(deps, operationsOf(where), (sound) => how.handler(sound, mark, deps));
  return ('api' in how && how.api?.(deps, mark)) || deps;
}

export function faultyWeb(fault: Fault, deps: WebDependencies, applied: Applied): WebDependencies {
  const { where, how } = fault;
  const replacements = replacementsOf(how);
  if (replacements) return onPool(deps, replacing(replacements, namesOf(where), applied));
  return ('web' in how && how.web?.(deps, () => applied(how))) || deps;
}

/** The databases on which webhooks are sent. */
export function faultyDatabases({ where, how }: Fault, databases: Databases, applied: Applied): Databases {
  const replacements = replacementsOf(how);
  return replacements ? wrapDatabases(databases, replacing(replacements, namesOf(where), applied)) : databases;
}

export const faultyDelivery = (
  { how }: Fault,
  parts: Delivery,
  applied: Applied,
): ReturnType<DeliveryChange['delivery']> => ('delivery' in how ? how.delivery(parts, () => applied(how)) : parts);
