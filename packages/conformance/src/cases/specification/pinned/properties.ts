import { isDeepStrictEqual } from 'node:util';
import type { Driver } from '../../../driver/driver.ts';
import { creatorOf } from '../../../driver/operations.ts';
import { drafted, factorsOf, rowOf } from '../../../driver/requests/request.ts';
import type { Fields } from '../../../specification/answer.ts';
import type { Operation } from '../../../specification/contract.ts';
import type { Table } from '../../../specification/state.ts';

/** Every property of a kind of record with a value that is not its default: each alone, and all at once. */

/** Some values are drawn, so that another try may be accepted. */
const TRIES = 4;

/** A write to which properties are added. */
interface Begun {
  readonly driver: Driver;
  readonly operation: Operation;
  readonly table: Table;
  readonly url: string;
  /** The record that it changes; empty for a create. */
  readonly stored: Fields;
}

/** A value of the property that the specification accepts together with others, and that is not the stored one. */
function newValue(
  { driver, operation, table, url, stored }: Begun,
  name: string,
  others: Fields,
  turn: number,
): unknown {
  const factors = factorsOf(operation);
  const at = factors.findIndex((factor) => factor.part === 'body' && factor.name === name);
  const ways = [...(factors[at]?.choices.keys() ?? [])];
  const tries = Array.from({ length: TRIES }, () => [...ways.slice(turn), ...ways.slice(0, turn)]).flat();
  for (const way of tries) {
    const row = rowOf(
      factors,
      factors.map((_, factor) => (factor === at ? way : 0)),
    );
    const value = drafted(operation, row, driver.scene(table, stored), stored.id).body?.[name];
    if (value === undefined || isDeepStrictEqual(value, stored[name])) continue;
    const body = { ...others, [name]: value };
    if (driver.predict({ method: operation.method, url, body }).status < 400) return value;
  }
  return undefined;
}

/** A status may end what else can change. */
const writable = (operation: Operation): string[] =>
  factorsOf(operation)
    .filter(({ part, name }) => part === 'body' && name !== 'status' && !operation.readOnly.names.includes(name))
    .map(({ name }) => name);

function allOf(begun: Begun, fields: Fields, turn: number): Fields {
  const all: Record<string, unknown> = { ...fields };
  for (const name of writable(begun.operation)) {
    const value = newValue(begun, name, all, turn);
    if (value !== undefined) all[name] = value;
  }
  return all;
}

/** Changes a record. What a change leaves out is kept. */
export async function changeEach(driver: Driver, operation: Operation, table: Table, id: number): Promise<void> {
  const url = operation.path.replace('{id}', String(id));
  const change = (body: Fields) => driver.send({ method: 'PATCH', url, body });
  const begun = async (): Promise<Begun> => {
    const stored = ((await driver.read(table, id))?.body ?? {}) as Fields;
    return { driver, operation, table, url, stored };
  };
  for (const name of writable(operation)) {
    const value = newValue(await begun(), name, {}, 1);
    if (value !== undefined) await change({ [name]: value });
  }
  await change(allOf(await begun(), {}, 2));
  await driver.read(table, id);
}

/** Creates records that have every property at once. */
export async function createWithAll(driver: Driver, table: Table): Promise<void> {
  const operation = creatorOf(table);
  for (const turn of operation ? [1, 2] : []) {
    const { url, body = {} } = driver.draft(table);
    const all = allOf({ driver, operation: operation as Operation, table, url, stored: {} }, body, turn);
    const id = await driver.create(table, all);
    if (id !== undefined) await driver.read(table, id);
  }
}
