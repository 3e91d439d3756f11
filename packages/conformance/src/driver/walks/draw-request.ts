import type { Answer } from '../../http/send.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { pick, UNKNOWN_ID } from '../requests/factor.ts';
import { drafted, factorsOf, selectionOf } from '../requests/request.ts';
import { tableAt } from '../tables.ts';
import type { Walker } from '../walker.ts';
import type { Sending } from '../world.ts';

/** Random requests: mostly ones that the specification accepts, about records that were just written or read. */

const TRIES = 6;

/** Of this many options, one is not the first; of more after a rejection. */
const SPARSE = 3;

/** A request of the operation about a record, or about one like those that it lists. */
export function drawRequest(walker: Walker, operation: Operation, stored: Fields | undefined): Sending {
  const { draw } = walker;
  const factors = factorsOf(operation);
  const scene = walker.scene(tableAt(operation.path), stored);
  // Some requests are to be rejected.
  const tries = draw(5) === 0 ? 1 : TRIES;
  let sending: Sending = { method: operation.method, url: operation.path };
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const row = factors.map(({ options, name, part }) => {
      if (part === 'query' && name === 'limit') return 1 + draw(4);
      return draw(SPARSE + attempt) === 0 ? draw(options.length) : 0;
    });
    const { url, body } = drafted(operation, selectionOf(factors, row), scene, stored?.id ?? UNKNOWN_ID);
    sending = { method: operation.method, url, ...(body && { body: body }) };
    if (walker.predict(sending).status < 400) break;
  }
  return sending;
}

/** The record that a request could be about: the last one written, or any. */
export async function drawRecord(walker: Walker, operation: Operation): Promise<Fields | undefined> {
  const table = tableAt(operation.path);
  if (!table) return walker.movement();
  const records = walker.records(table);
  const near = records.slice(-NEAR);
  const row = pick(walker.draw(3) > 0 ? near : records, walker.draw);
  if (!row || operation.method === 'GET') return row;
  return operation.path.includes('{id}') ? bodyOf(await walker.read(table, row.id)) : undefined;
}

/** The latest records, about which most requests are. */
const NEAR = 4;

const bodyOf = (answer: Answer | undefined): Fields | undefined =>
  answer?.status === 200 ? (answer.body as Fields) : undefined;
