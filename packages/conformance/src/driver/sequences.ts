import type { CaseContext } from '../engine/case-context.ts';
import type { Operation } from '../specification/contract.ts';
import { TABLES } from '../specification/state.ts';
import { kindsOf } from './divergences.ts';
import { drawRecord, drawRequest } from './draw-request.ts';
import { Driver } from './driver.ts';
import { creatorOf, SPECIFIED } from './operations.ts';
import { pick } from './requests/factor.ts';
import { Rereads } from './rereads.ts';
import { shrink } from './shrink.ts';
import { tableAt, tablesTouchedBy } from './tables.ts';

/** Random requests about all resources of one merchant, each near those before it. */
export async function sendSequence(t: CaseContext, seed: number, length: number): Promise<void> {
  const driver = await Driver.open(t, seed);
  const log = driver.record();
  await driver.ensure(TABLES.filter((table) => creatorOf(table)));
  const rereads = new Rereads(driver);
  let last: Operation | undefined;
  for (let i = 0; i < length; i += 1) {
    const before = kindsOf(t);
    last = nextOperation(driver, last);
    const stored = await drawRecord(driver, last);
    const answer = await driver.send(drawRequest(driver, last, stored));
    if (last.method !== 'GET' && answer.status < 400) await rereads.after(last, answer, stored, 1 + driver.draw(3));
    const [found] = [...kindsOf(t)].filter((kind) => !before.has(kind));
    // A second divergence is often the same fault, so only the first sequence is shrunk.
    if (found !== undefined && before.size === 0) await shrink(t, driver, log, found);
  }
}

/** Mostly an operation on what was just written or on what that touches. Three of five are writes. */
function nextOperation({ draw }: Driver, last: Operation | undefined): Operation {
  const touched = last && draw(5) > 1 ? tablesTouchedBy(last.path) : undefined;
  const near = SPECIFIED.filter(({ path }) => {
    const table = tableAt(path);
    return touched === undefined || (table !== undefined && touched.has(table));
  });
  const isWrite = draw(5) < 3;
  const wanted = near.filter(({ method }) => (method !== 'GET') === isWrite);
  return pick(wanted, draw) ?? pick(near, draw) ?? (SPECIFIED[0] as Operation);
}
