import fc from 'fast-check';
import type { Answer } from '../http/send.ts';
import type { Caller, Rec } from '../run/caller.ts';
import { type Case, subject } from '../run/case.ts';

/** Random sequences of create, read, change and list, each held against a model of what must be there. */

const stateful = subject('stateful', 'stateful');

type Step =
  | { readonly kind: 'create'; readonly status: number; readonly text: string | null }
  | { readonly kind: 'change'; readonly which: number; readonly status: number; readonly text: string | null }
  | { readonly kind: 'rename'; readonly which: number }
  | { readonly kind: 'stale'; readonly which: number }
  | { readonly kind: 'read' | 'list'; readonly which: number };

const which = fc.nat({ max: 20 });
const status = fc.constantFrom(0, 1);
const text = fc.option(fc.constantFrom('one', 'two', 'ẞ 🍌'), { freq: 4 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), status, text }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), which, status, text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stale' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const), which }) },
);

interface Modelled {
  readonly id: number;
  name: string;
  status: number;
  text: string | null;
  version: number;
}

/** What a resource's free text is called, and what else it needs. */
interface Kind {
  readonly path: string;
  readonly text: string;
  readonly readQuery: (storeId: number) => string;
}

const KINDS: readonly Kind[] = [
  { path: '/brands', text: 'description', readQuery: () => '' },
  { path: '/items', text: 'description', readQuery: (storeId) => `?storeId=${storeId}` },
];

/** A resource and what must be in it; throws where the two differ. */
class Replica {
  readonly #caller: Caller;
  readonly #kind: Kind;
  readonly #query: string;
  readonly #newName: () => string;
  readonly records: Modelled[] = [];

  constructor(caller: Caller, kind: Kind, storeId: number, newName: () => string) {
    this.#caller = caller;
    this.#kind = kind;
    this.#query = kind.readQuery(storeId);
    this.#newName = newName;
  }

  async take(one: Step): Promise<void> {
    if (one.kind === 'create') return this.#create(one.status, one.text);
    const record = this.records[one.which % Math.max(1, this.records.length)];
    if (!record) return;
    switch (one.kind) {
      case 'change':
        return this.#change(record, { status: one.status, [this.#kind.text]: one.text });
      case 'rename':
        return this.#change(record, { name: this.#newName() });
      case 'stale':
        return this.#stale(record);
      case 'read':
        return this.#read(record);
      default:
        return this.list();
    }
  }

  async #create(state: number, free: string | null): Promise<void> {
    const name = this.#newName();
    const answer = await this.#caller.post(this.#kind.path, { name, status: state, [this.#kind.text]: free });
    due(answer, 201);
    const record = { id: (answer.body as Rec).id, name, status: state, text: free, version: 1 };
    this.#compare(answer.body as Rec, record);
    this.records.push(record);
  }

  async #change(record: Modelled, fields: Record<string, unknown>): Promise<void> {
    const answer = await this.#caller.patch(`${this.#kind.path}/${record.id}`, fields, {
      'If-Match': `"${record.version}"`,
    });
    due(answer, 200);
    record.version += 1;
    if (typeof fields.name === 'string') record.name = fields.name;
    if (fields.status !== undefined) record.status = Number(fields.status);
    if (this.#kind.text in fields) record.text = fields[this.#kind.text] as string | null;
    this.#compare(answer.body as Rec, record);
  }

  async #stale(record: Modelled): Promise<void> {
    const headers = { 'If-Match': `"${record.version + 1}"` };
    due(await this.#caller.patch(`${this.#kind.path}/${record.id}`, { name: this.#newName() }, headers), 412);
    await this.#read(record);
  }

  async #read(record: Modelled): Promise<void> {
    const answer = await this.#caller.get(`${this.#kind.path}/${record.id}${this.#query}`);
    due(answer, 200);
    this.#compare(answer.body as Rec, record);
  }

  /** The newest records of the list are the model's, in order, in both states. */
  async list(): Promise<void> {
    const wanted = this.records.slice(-100);
    if (wanted.length === 0) return;
    const newest = (await this.#caller.page(`${this.#kind.path}?limit=100`)).data.slice(0, wanted.length);
    const ids = newest.map(({ id }) => id);
    const expected = wanted.map(({ id }) => id).toReversed();
    if (ids.join() !== expected.join()) throw new Error(`the list is ${ids.join()}, not ${expected.join()}`);
    for (const [i, record] of wanted.toReversed().entries()) this.#compare(newest[i] as Rec, record);
  }

  #compare(seen: Rec, record: Modelled): void {
    const got = [seen.id, seen.name, seen.status, seen[this.#kind.text], seen.version];
    const expected = [record.id, record.name, record.status, record.text, record.version];
    if (JSON.stringify(got) !== JSON.stringify(expected))
      throw new Error(`${JSON.stringify(got)} is there, not ${JSON.stringify(expected)}`);
  }
}

function due(answer: Answer, expected: number): void {
  if (answer.status !== expected)
    throw new Error(`${answer.status} instead of ${expected}: ${answer.text.slice(0, 300)}`);
}

const sequenceCase = (kind: Kind): Case =>
  stateful(
    `sequence.${kind.path}`,
    ['stateful.model', 'records.version', 'lists.defaults', 'records.merge'],
    `${kind.path}: any sequence of creates, changes, reads and lists`,
    async (t) => {
      const caller = t.as('other', 'main');
      const storeId = (await caller.page('/stores?limit=1')).data[0]?.id ?? 1;
      const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const replica = new Replica(caller, kind, storeId, () => t.name('model'));
        for (const one of steps) await replica.take(one);
        await replica.list();
      });
      const result = await fc.check(property, { numRuns: Math.max(2, Math.ceil(t.runs / 5)), seed: t.seed });
      const told = result.errorInstance instanceof Error ? result.errorInstance.message : '';
      t.check(!result.failed, `${told} after ${JSON.stringify(result.counterexample)} (seed ${t.seed})`);
    },
  );

/** What is listed while it grows: by time among all others, and by a price that all of them have. */
interface Growing {
  readonly id: string;
  readonly path: string;
  readonly sort: string;
  /** Narrows the list down to what the case makes. */
  readonly narrowed: (caller: Caller, name: string) => Promise<Record<string, unknown>>;
}

const GROWING: readonly Growing[] = [
  { id: 'brands', path: '/brands', sort: 'entryDate', narrowed: async () => ({}) },
  { id: 'categories', path: '/categories', sort: 'entryDate', narrowed: async () => ({}) },
  {
    id: 'items-of-one-price',
    path: '/items',
    sort: 'price',
    narrowed: async (caller, name) => ({ brandId: (await caller.create('/brands', { name })).id }),
  },
];

/** Pages cover each record once while others are added. */
const growingCase = ({ id, path, sort, narrowed }: Growing): Case =>
  stateful(
    `growing.${id}`,
    ['lists.cursor_while_growing'],
    `${path} by ${sort}: by cursor each record comes once while others are added`,
    async (t) => {
      const caller = t.as();
      const fields = await narrowed(caller, t.name());
      const create = async () => (await caller.create(path, { name: t.name('page'), ...fields })).id;
      const made: number[] = [];
      for (let i = 0; i < 7; i += 1) made.push(await create());
      const filter = new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]),
      );
      const limit = filter.size > 0 ? 3 : 20;
      for (const order of ['asc', 'desc']) {
        const seen = await walk(caller, `${path}?limit=${limit}&sort=${sort}&order=${order}&${filter}`, create);
        t.equal(seen.length, new Set(seen).size, `records that came by order=${order}, each once`);
        const missed = made.filter((one) => !seen.includes(one));
        t.equal(missed, [], `records that were missed by order=${order}`);
      }
    },
  );

const MOST_PAGES = 400;

/** The ids of all pages; while the first of them are turned, records are added. */
async function walk(caller: Caller, list: string, create: () => Promise<number>): Promise<number[]> {
  const seen: number[] = [];
  let { data, pagination } = await caller.page(list);
  for (let n = 0; n < MOST_PAGES; n += 1) {
    seen.push(...data.map(({ id }) => id));
    if (pagination.nextCursor === null) break;
    if (n < 5) await create();
    ({ data, pagination } = await caller.page(`${list}&cursor=${pagination.nextCursor}`));
  }
  return seen;
}

/** Races are run again and again: one alone may happen to be run in turn. */
const ROUNDS = 5;

const lostUpdateCase: Case = stateful(
  'lost-update',
  ['http.if_match_concurrent', 'http.if_match'],
  'of five changes at once that are based on one version, one goes through',
  async (t) => {
    const caller = t.as();
    const { id } = await caller.create('/brands', { name: t.name() });
    for (let version = 1; version <= ROUNDS; version += 1) {
      const headers = { 'If-Match': `"${version}"` };
      const change = (n: number) =>
        caller.send('PATCH', `/brands/${id}`, { body: { description: `conf ${n}` }, headers, concurrent: true });
      const answers = await Promise.all([1, 2, 3, 4, 5].map(change));
      t.equal(answers.filter(({ status }) => status === 200).length, 1, 'changes that went through');
      if (!t.equal((await caller.read(`/brands/${id}`)).version, version + 1, 'version')) return;
    }
  },
);

const uniqueRaceCase: Case = stateful(
  'unique-race',
  ['brands.unique_name', 'records.unique_concurrent'],
  'of five brands of one name at once, one is created',
  async (t) => {
    const caller = t.as();
    const name = t.name();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => caller.send('POST', '/brands', { body: { name }, concurrent: true })),
    );
    t.equal(answers.filter(({ status }) => status === 201).length, 1, 'brands that were created');
  },
);

export const STATEFUL_CASES: readonly Case[] = [
  ...KINDS.map(sequenceCase),
  ...GROWING.map(growingCase),
  lostUpdateCase,
  uniqueRaceCase,
];
