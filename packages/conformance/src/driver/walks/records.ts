import type { CaseContext } from '../../run/case-context.ts';
import type { Detail, Fields, Answer as Predicted } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { memoized } from '../../specification/memoized.ts';
import { TABLES, type Table } from '../../specification/state.ts';
import { creatorOf, SPECIFIED } from '../operations.ts';
import { pick, type Scene } from '../requests/factor.ts';
import {
  type Condition,
  type Drafted,
  drafted,
  factorsOf,
  type Key,
  keyOf,
  type Selection,
  selectionOf,
} from '../requests/request.ts';
import { tableAt } from '../tables.ts';
import { Walker } from '../walker.ts';
import { perform } from './perform.ts';
import { Rereads } from './rereads.ts';

/**
 * A tour of some kinds of record: of their states, of the acts on a record in each, and of the values that these can be
 * sent with. Every step tries some requests on the specification and sends the one whose outcome is the rarest so far.
 * Most steps are accepted, because the walks over values already send what is rejected.
 */

/** Requests that are tried on the specification before one is sent. */
const TRIES = 10;

/** Of this many steps, one may be a rejection although another request is accepted. */
const ACCEPTED = 5;

interface Step {
  readonly operation: Operation;
  readonly stored: Fields | undefined;
  readonly row: Selection;
  readonly request: Drafted;
  readonly isAccepted: boolean;
  /** What the step shows: the act in this state with this outcome, and each of its options. */
  readonly traits: readonly string[];
}

export const tourRecords = (t: CaseContext, table: Table, steps: number): Promise<void> => tour(t, [table], steps);

/** A tour of all documents of the latest item at two stores: each moves stock that the others have moved or counted. */
export const tourStock = (t: CaseContext, steps: number): Promise<void> =>
  tour(t, ['stockAdjustments', 'stockAdjustments', 'stockTransfers', 'purchaseOrders'], steps, 1);

/** Requests name the latest `items`, or any. */
async function tour(t: CaseContext, tables: readonly Table[], steps: number, items?: number): Promise<void> {
  const walker = await Walker.open(t);
  // Few records, so that requests often concern the same ones.
  walker.record();
  await walker.ensure(TABLES.filter((one) => creatorOf(one)));
  await walker.create('items');
  const sceneFor: SceneFor = (operation, stored) => ({
    ...walker.scene(tableAt(operation.path), stored),
    records: (of) => {
      const records = walker.records(of);
      if (of === 'stores') return records.slice(0, STORES);
      return of === 'items' && items ? records.slice(-items) : records;
    },
  });
  const rereads = new Rereads(walker);
  const seen = new Map<string, number>();
  for (let step = 0; step < steps; step += 1) {
    const rarity = ({ traits }: Step): number => traits.reduce((sum, one) => sum + 1 / (1 + (seen.get(one) ?? 0)), 0);
    const drawn = Array.from({ length: TRIES }, () => {
      const [operation, stored] = drawAct(walker, pick(tables, walker.draw) as Table);
      return drawStep(walker, operation, stored, sceneFor);
    });
    const accepted = drawn.filter(({ isAccepted }) => isAccepted);
    const among = accepted.length > 0 && walker.draw(ACCEPTED) > 0 ? accepted : drawn;
    const next = among.reduce((best, one) => (rarity(one) > rarity(best) ? one : best));
    for (const one of next.traits) seen.set(one, (seen.get(one) ?? 0) + 1);
    await take(walker, rereads, next, sceneFor);
  }
}

type SceneFor = (operation: Operation, stored: Fields | undefined) => Scene;

/** What is done, and the record that it is done to: any state is as likely as another. */
function drawAct(walker: Walker, table: Table): [Operation, Fields | undefined] {
  const { draw } = walker;
  const records = walker.records(table);
  const state = pick([...new Set(records.map(stateOf))], draw);
  const { creates, changes } = actsOn(table);
  if (draw(5) < 2) return [pick(creates, draw) as Operation, undefined];
  const inState = records.filter((one) => stateOf(one) === state);
  return [pick(changes, draw) as Operation, pick(inState.slice(-NEAR), draw)];
}

const actsOn = memoized((table: Table) => {
  const acts = SPECIFIED.filter(
    ({ method, path }) => method !== 'GET' && tableAt(path) === table && !path.endsWith('/batch'),
  );
  const isOfOne = ({ path }: Operation): boolean => path.includes('{id}');
  return { creates: acts.filter((act) => !isOfOne(act)), changes: acts.filter(isOfOne) };
});

function drawStep(walker: Walker, operation: Operation, stored: Fields | undefined, sceneFor: SceneFor): Step {
  const { draw } = walker;
  const factors = factorsOf(operation);
  const rate = 3 + draw(10);
  const row = selectionOf(
    factors,
    factors.map(({ part, options, name }) => {
      const { length } = options;
      if (part === 'record') return 0;
      if (part === 'condition') return draw(6) === 0 ? draw(length) : 0;
      // Entries that differ tell more than the other shapes of a list.
      if (options.at(-1)?.label === VARIED && draw(2) === 0) return length - 1 - draw(2);
      if (POSTING.has(name)) return draw(length);
      return draw(DECISIVE.test(name) ? 2 : rate) === 0 ? draw(length) : 0;
    }),
  );
  const request = drafted(operation, row, sceneFor(operation, stored), stored?.id);
  const predicted = walker.predict({ method: operation.method, ...request });
  const act = `${operation.id} ${stored ? stateOf(stored) : ''}`;
  const options = factors.flatMap(({ part, name }) => {
    const { label } = row.get(keyOf({ part, name })) ?? {};
    return label === factors.find((one) => one.name === name)?.options[0]?.label ? [] : [`${name}=${label}`];
  });
  const outcome = outcomeOf(predicted);
  const traits = [`${act} ${outcome}`, ...options.map((one) => `${act} ${one} ${predicted.status}`)];
  return { operation, stored, row, request, isAccepted: predicted.status < 400, traits };
}

/** Of the records in one state, the latest are drawn. */
const NEAR = 6;

const VARIED = 'several as stored';

/** What decides the effects of a document: its lines, its state, and when it happened. */
const DECISIVE = /^(lines|status|type|\w+edAt)$/;

/** Whether a new document moves stock. */
const POSTING: ReadonlySet<string> = new Set(['receive', 'post']);

/** The few stores that requests name, so that documents move the same stock. */
const STORES = 2;

/** What decides which acts a record allows. */
const stateOf = (record: Fields): string =>
  Object.entries(record)
    .filter(([name, value]) => /status$|^type$|^trackStock$/i.test(name) || (Array.isArray(value) && name === 'lines'))
    .map(([name, value]) => (Array.isArray(value) ? `${name} ${Math.min(2, value.length)}` : `${name} ${value}`))
    .join();

/** The rules that decide a response, and what an error names. */
function outcomeOf({ status, rule, body }: Predicted): string {
  const { code = '', details = [] } = (body ?? {}) as { code?: string; details?: readonly Detail[] };
  const errors = new Set(
    details.map((one) => `${details.length > 1 ? '' : one.path.replace(/\d+/g, '*')} ${one.rule}`),
  );
  return `${status} ${status < 400 ? '' : code} ${[rule].flat()} ${[...errors]}`;
}

/** Sends the request, and reads all that it can show. */
async function take(
  walker: Walker,
  rereads: Rereads,
  { operation, stored, row, request }: Step,
  sceneFor: SceneFor,
): Promise<void> {
  const labelOf = (name: string): string => row.get(name)?.label ?? 'none';
  const again = (): Drafted => drafted(operation, row, sceneFor(operation, stored), stored?.id);
  const answer = await perform(walker, operation, request, stored?.id as number | undefined, {
    condition: labelOf('condition') as Condition,
    key: labelOf('key') as Key,
    cursor: 'none',
    other: again,
  });
  if (answer.status < 400) await rereads.after(operation, answer, stored);
  else if (stored) await walker.read(tableAt(operation.path) as Table, Number(stored.id));
}
