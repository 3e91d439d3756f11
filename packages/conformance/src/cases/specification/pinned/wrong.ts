import { CONTRACT } from '../../../contract/specification-contract.ts';
import { Driver } from '../../../driver/driver.ts';
import { creatorOf, SPECIFIED } from '../../../driver/operations.ts';
import type { Scene } from '../../../driver/requests/factor.ts';
import { drafted, factorsOf, rowOf } from '../../../driver/requests/request.ts';
import { tableAt } from '../../../driver/tables.ts';
import type { Case } from '../../../engine/case.ts';
import type { Fields } from '../../../specification/answer.ts';
import { type Operation, resolved } from '../../../specification/contract.ts';
import { UNKNOWN_ID } from '../../fixtures/unknown.ts';
import { mostOf } from '../effort.ts';
import { specified } from '../specified.ts';

/** Each property of each body with values that its schema rejects, one at a time. */

const pinned = specified('pinned.wrong');

const WRITES = SPECIFIED.filter(({ body, path }) => body && tableAt(path));

/** The body with each of its lists as long as the contract allows. */
function longestLists({ body: schema = {} }: Operation, body: Fields = {}): Fields[] {
  const { properties = {} } = resolved(schema, CONTRACT.schemas);
  return Object.entries(body).flatMap(([name, value]) => {
    const { maxItems } = resolved(properties[name] ?? {}, CONTRACT.schemas);
    if (!Array.isArray(value) || maxItems === undefined) return [];
    return [{ ...body, [name]: Array.from({ length: maxItems }, () => value[0]) }];
  });
}

/** Bodies with one amount each, in entries too, that has more decimals than most currencies. */
function fineAmounts(operation: Operation, scene: Scene): Fields[] {
  const factors = factorsOf(operation);
  return factors.flatMap(({ name, choices }, at) => {
    const fine = choices.findIndex(({ label }) => label === 'four decimals');
    if (fine < 0) return [];
    const [property = name] = name.split('/');
    const chosen = factors.map((one, i) => (i === at ? fine : Number(one.name === property)));
    const { body } = drafted(operation, rowOf(factors, chosen), scene, undefined);
    return [{ [property]: body?.[property] }];
  });
}

const wrongCase = (operation: Operation): Case =>
  pinned(
    operation.id,
    `${operation.method} ${operation.path}: each property of another type and beyond each bound is rejected by name, and the longest lists are not`,
    async (t) => {
      const driver = await Driver.open(t);
      const table = tableAt(operation.path);
      if (!table) return;
      await driver.ensure([table]);
      const id = operation.path.includes('{id}') ? await driver.create(table) : undefined;
      const { method } = operation;
      const url = operation.path.replace('{id}', String(id ?? ''));
      const isCreate = creatorOf(table)?.id === operation.id;
      const base = () => (isCreate ? driver.draft(table).body : {});
      for (const { part, name, wrong = [] } of factorsOf(operation)) {
        if (part !== 'body') continue;
        for (const { value } of wrong.slice(0, t.session.isPlenty ? wrong.length : mostOf(t)))
          for (const more of [{}, { 'no-such': 1 }])
            await driver.send({ method, url, body: { ...base(), ...more, [name]: value(driver.scene(table), {}) } });
        const { [name]: _, ...others } = { ...base() };
        await driver.send({ method, url: `${url}?dryRun=true`, body: others });
      }
      if (!isCreate)
        for (const body of fineAmounts(operation, driver.scene(table))) {
          await driver.send({ method, url: operation.path.replace('{id}', String(UNKNOWN_ID)), body });
          await driver.send({ method, url, body, headers: { 'If-Match': '"0"' } });
        }
      for (const body of longestLists(operation, base()))
        await driver.send({ method, url: `${url}?dryRun=true`, body });
      for (const body of [[], [base()], 'text', null, { ...base(), 'no-such': 1 }])
        await driver.send({ method, url, body });
    },
  );

export const PINNED_WRONG: readonly Case[] = WRITES.map(wrongCase);
