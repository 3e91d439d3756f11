import type { Caller } from '../../engine/caller.ts';
import { pageOf, type Rec, recordOf } from '../../engine/record.ts';
import type { Answer } from '../../http/send.ts';
import { expectEqual, expectOrder, expectSame, type Fields } from './compare.ts';
import type { Command, Kind, Listing, Match, ModelRecord, SequenceModel } from './kind.ts';
import { expectOutcome, type Model, outcomeOf } from './sequence.ts';

const STALE = '412 partner.version_mismatch';

/** Model of the records of one sequence, run against the API. */
export class RecordModel<Draft, Fixture> implements SequenceModel<Fixture>, Model<Command<Draft>> {
  readonly caller: Caller;
  readonly fixture: Fixture;
  readonly mark: string;
  readonly records: ModelRecord[] = [];
  readonly history: string[] = [];
  readonly #kind: Kind<Draft, Fixture>;
  #names = 0;

  constructor(kind: Kind<Draft, Fixture>, caller: Caller, fixture: Fixture, mark: string) {
    this.#kind = kind;
    this.caller = caller;
    this.fixture = fixture;
    this.mark = mark;
  }

  /** A name that sorts by creation in every collation. */
  newName(): string {
    this.#names += 1;
    return `${this.mark} ${String(this.#names).padStart(4, '0')}`;
  }

  pick(which: number): ModelRecord | undefined {
    return this.records[which % Math.max(1, this.records.length)];
  }

  note(text: string, answer: Answer): void {
    this.history.push(`${text}: ${outcomeOf(answer)}`);
  }

  async run(command: Command<Draft>): Promise<void> {
    if (command.act === 'create') return this.#create(command.draft);
    if (command.act === 'list') return this.#list(command);
    if (command.act === 'touch') return this.#touch(command.which, command.turn);
    const record = this.pick(command.which);
    if (!record) return;
    return command.act === 'read' ? this.#readUnless(record) : this.#change(record, command.draft, command.match);
  }

  async checkInvariants(): Promise<void> {
    for (const record of this.records) await this.#read(record);
    await this.#kind.checkInvariants?.(this);
    await this.#list({ status: null, sort: 0, order: 'desc', limit: 100 });
  }

  /** Records include parts of referenced records, so changing those alters some ETags. */
  async #touch(which: number, turn: number): Promise<void> {
    const shown = (record: ModelRecord) =>
      JSON.stringify({ ...record.fields, ...this.#kind.whole?.(record.fields, this) });
    const before = this.records.map(shown);
    await this.#kind.touch?.(which, turn, this);
    for (const [i, record] of this.records.entries()) {
      record.isFresh = record.moved || shown(record) !== before[i] ? false : record.isFresh && undefined;
    }
  }

  async #create(draft: Draft): Promise<void> {
    const body = this.#kind.body(draft, this);
    const rejections = this.#kind.rejections(body, this);
    const answer = await this.caller.post(this.#kind.create, body);
    this.note(`create ${this.#kind.name} ${JSON.stringify(body)}`, answer);
    expectOutcome(answer, rejections.length > 0 ? rejections : ['201']);
    if (rejections.length > 0) return;
    const seen = recordOf(answer);
    const { id, entryDate, updatedAt } = seen;
    expectEqual(
      'whether the id is new',
      this.records.every((one) => one.id !== id),
      true,
      answer,
    );
    const fields = { ...this.#kind.after(body, seen, this), id, version: 1, entryDate, updatedAt };
    const tags = { etag: answer.headers.etag ?? '', formerEtag: undefined, readTag: undefined, isFresh: false };
    const record = { id, fields, ...tags, moved: false };
    this.records.push(record);
    this.#kind.wrote?.(record, undefined, this);
    this.#expect(record, answer, this.#kind.writesAnswerWhole);
  }

  async #change(record: ModelRecord, draft: Draft, match: Match): Promise<void> {
    const body = this.#kind.body(draft, this, record);
    const rejections = [...this.#kind.rejections(body, this, record), ...(match === 'stale' ? [STALE] : [])];
    const tag = match === 'stale' ? (record.formerEtag ?? '"conf-other"') : record.etag;
    const isBased = match === 'stale' || (match === 'current' && !record.moved);
    const headers: Record<string, string> = isBased ? { 'If-Match': tag } : {};
    const answer = await this.caller.patch(this.#kind.change(record.id), body, headers);
    this.note(`change ${this.#label(record)}${isBased ? `, if it is at ${tag}` : ''} ${JSON.stringify(body)}`, answer);
    expectOutcome(answer, rejections.length > 0 ? rejections : ['200']);
    if (rejections.length > 0) return this.#read(record);
    const seen = recordOf(answer);
    const before = record.fields;
    record.fields = { ...before, ...this.#kind.after(body, seen, this, record), ...written(record, seen, 1) };
    record.moved = false;
    record.formerEtag = record.etag;
    record.etag = answer.headers.etag ?? '';
    record.isFresh = false;
    this.#kind.wrote?.(record, before, this);
    this.#expect(record, answer, this.#kind.writesAnswerWhole);
  }

  async #read(record: ModelRecord): Promise<void> {
    const answer = await this.caller.get(this.#kind.one(record.id, this.fixture));
    this.note(`read ${this.#label(record)}`, answer);
    expectOutcome(answer, ['200']);
    this.#seen(record, answer);
  }

  /** Reads the record with If-None-Match set to the ETag of its last read. */
  async #readUnless(record: ModelRecord): Promise<void> {
    const { readTag: tag, isFresh } = record;
    if (tag === undefined) return this.#read(record);
    const answer = await this.caller.get(this.#kind.one(record.id, this.fixture), { 'If-None-Match': tag });
    this.note(`read ${this.#label(record)}, unless it is at ${tag}`, answer);
    expectOutcome(answer, isFresh === undefined ? ['200', '304'] : [isFresh ? '304' : '200']);
    if (answer.status === 200) this.#seen(record, answer);
  }

  #seen(record: ModelRecord, answer: Answer): void {
    this.#catchUp(record, recordOf(answer));
    this.#expect(record, answer, true);
    const { etag = '' } = answer.headers;
    const { readTag, isFresh = etag === readTag } = record;
    if (readTag !== undefined) expectEqual('whether the ETag is unchanged', etag === readTag, isFresh, answer);
    record.readTag = etag;
    record.isFresh = true;
    record.etag = etag;
  }

  /** Takes over a version raised by a change to another record. */
  #catchUp(record: ModelRecord, seen: Rec): void {
    if (!record.moved) return;
    record.fields = { ...record.fields, ...written(record, seen, 1) };
    record.moved = false;
  }

  #expect(record: ModelRecord, answer: Answer, isWhole: boolean): void {
    const expected = isWhole ? { ...record.fields, ...this.#kind.whole?.(record.fields, this) } : record.fields;
    expectSame(this.#label(record), answer.body, expected, answer);
  }

  #label(record: ModelRecord): string {
    return `${this.#kind.name} number ${this.records.indexOf(record) + 1}`;
  }

  /** Asserts that the list contains the model's records in the requested order. */
  async #list({ status, sort, order, limit }: Listing): Promise<void> {
    const by = this.#kind.sorts[sort % this.#kind.sorts.length] ?? 'entryDate';
    const filter = `${this.#kind.scope(this)}${status === null ? '' : `&status=${status}`}`;
    const expected = this.records.filter(({ fields }) => status === null || fields.status === status);
    const rows: Rec[] = [];
    for (let page = 1; page === 1 || rows.length < expected.length; page += 1) {
      const query = `${filter}&sort=${by}&order=${order}&limit=${limit}&page=${page}`;
      const answer = await this.caller.get(`${this.#kind.list}?${query}`);
      this.note(`list ${query}`, answer);
      expectOutcome(answer, ['200']);
      rows.push(...this.#page(answer, expected, rows.length));
      // Compared as text, 9.99 would come after 100.00.
      const keys = rows.map((row) => [by === 'price' ? Number(row[by]) : (row[by] as string), row.id] as const);
      expectOrder(`${this.#kind.name}s by ${by}`, keys, order, answer);
    }
    const listed = new Set(rows.map(({ id }) => id));
    expectEqual(`number of ${this.#kind.name}s listed, each once`, listed.size, expected.length);
  }

  /** Asserts one page of records, which follows `before` others. */
  #page(answer: Answer, expected: readonly ModelRecord[], before: number): Rec[] {
    const { data, pagination } = pageOf(answer);
    const rows = Math.min(pagination.limit, expected.length - before);
    const expectedPage = { total: expected.length, hasMore: before + rows < expected.length, rows };
    expectSame(`the page of ${this.#kind.name}s`, { ...pagination, rows: data.length }, expectedPage, answer);
    for (const row of data) {
      const record = expected.find(({ id }) => id === row.id);
      if (record) this.#catchUp(record, row);
      expectSame(
        `${this.#kind.name} ${row.id} as listed`,
        row,
        record?.fields ?? { id: 'none of those listed' },
        answer,
      );
    }
    return data;
  }
}

/** Version and times after a write. */
function written({ fields, moved }: ModelRecord, seen: Rec, writes: number): Fields {
  const next = Number(fields.version) + writes;
  const version = moved && seen.version > next ? seen.version : next;
  const isLater = String(seen.updatedAt) >= String(fields.updatedAt);
  return { version, entryDate: fields.entryDate, updatedAt: isLater ? seen.updatedAt : fields.updatedAt };
}
