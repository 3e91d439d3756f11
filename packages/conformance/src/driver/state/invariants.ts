import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { shown } from '../../specification/records.ts';
import type { Specification } from '../../specification/respond.ts';
import { type Merchant, type Row, rowsOf, type State } from '../../specification/state.ts';
import { arbitraryChoices } from '../arbitrary.ts';
import { changerOf } from '../operations.ts';
import { SOURCES } from './read-state.ts';

/** Checks a merchant's records against the rules between them. */

export interface Breach {
  readonly message: string;
  readonly rule: string;
}

/**
 * Sends every record back as it is, to the specification alone. A record that breaks a rule among records is rejected,
 * and one whose totals are wrong would change.
 */
export function breachesIn(
  specification: Specification,
  state: State,
  { companyId, authorization, now }: { companyId: number; authorization: string; now: number },
): Breach[] {
  const merchant = state.merchants.get(companyId);
  if (!merchant) return [];
  return SOURCES.filter(({ has }) => !has).flatMap(({ table }) => {
    const change = changerOf(table);
    return change ? rowsOf(merchant, table).flatMap((row) => breachesOf(change, row)) : [];
  });

  function breachesOf({ path }: Operation, row: Row): Breach[] {
    const record = shown(row);
    const url = path.replace('{id}', String(row.id));
    const headers = { authorization, 'content-type': 'application/json' };
    const request = { method: 'PATCH', url, headers, body: JSON.stringify(record) };
    const choices = arbitraryChoices(Date.parse(row.updatedAt));
    const { answer } = specification(state, request, { now, choices });
    const { code, details } = (answer.body ?? {}) as { code?: string; details?: unknown };
    // A document that is closed may not be changed at all.
    if (code === 'partner.state_conflict') return [];
    if (answer.status >= 400)
      return [{ message: `${url} as it is breaks a rule: ${code} ${JSON.stringify(details)}`, rule: answer.rule }];
    const changed = changesBetween(record, (answer.body ?? {}) as Fields);
    return changed.length === 0
      ? []
      : [{ message: `${url} is not as its rules make it: ${changed}`, rule: answer.rule }];
  }
}

/** Records that two merchants list. tenancy.lists */
export function breachesBetween(one: Merchant, other: Merchant): Breach[] {
  return SOURCES.flatMap(({ table, list }) => {
    const isShared = (row: Row): boolean => {
      const same = other.tables[table].get(row.id);
      return same !== undefined && isDeepStrictEqual(shown(row), shown(same));
    };
    const shared = rowsOf(one, table).filter(isShared);
    const message = `GET ${list}: the merchants ${one.companyId} and ${other.companyId} have ${shared.length} records in common`;
    return shared.length === 0 ? [] : [{ message, rule: 'tenancy.lists' }];
  });
}

const changesBetween = (before: Fields, after: Fields): string[] =>
  Object.keys(before)
    .filter((name) => name in after && !isDeepStrictEqual(before[name], after[name]))
    .map((name) => `${name} is ${JSON.stringify(before[name])} and would be ${JSON.stringify(after[name])}`);
