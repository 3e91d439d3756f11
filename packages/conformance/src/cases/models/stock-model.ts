import { QUANTITY, units } from '../../decimals.ts';
import { type Rec, recordOf } from '../../engine/record.ts';
import type { Answer } from '../../http/send.ts';
import { ADJUSTMENTS, movesOf, POSTED, postedLines, VOIDED } from './adjustments.ts';
import { expectSame, type Fields } from './compare.ts';
import { CONFLICT, INVALID, OVER_RECEIPT, UNKNOWN_REFERENCE } from './kind.ts';
import { ORDERS } from './orders.ts';
import {
  type Change,
  type DocumentDraft,
  type Line,
  linesAfter,
  linesOf,
  type Moved,
  type Rules,
  receivedLines,
} from './rules.ts';
import { expectOutcome, type Model, outcomeOf, withFamily } from './sequence.ts';
import type { Changed as Changes, Part, StockCommand } from './stock-commands.ts';
import type { StockFixture } from './stock-fixture.ts';
import { expectLists, expectReport, expectStock } from './stock-reads.ts';
import { changedLines, missesVariant, partOf, sparse } from './stock-requests.ts';
import { TRANSFERS } from './transfers.ts';

export const RULES: readonly Rules[] = [ORDERS, TRANSFERS, ADJUSTMENTS];

const STALE = '412 partner.version_mismatch';

export interface Document {
  readonly rules: Rules;
  readonly id: number;
  fields: Fields;
  etag: string;
  formerEtag: string;
}

/** Effect of a write. */
interface Result {
  readonly fields: Fields;
  readonly moves: readonly Moved[];
  /** Lines whose unit cost becomes the item's cost. */
  readonly bought?: readonly Line[];
}

/** A write and its predicted effect; ids of new lines come from the response. */
interface Plan {
  readonly label: string;
  readonly path?: string;
  readonly body: Fields;
  readonly rejections: readonly string[];
  readonly result: (seen: Fields) => Result;
  readonly isBased?: 'former' | undefined;
}

/** Model of purchase orders, transfers and adjustments of the same items, and of their stock. */
export class StockModel implements Model<StockCommand> {
  readonly fixture: StockFixture;
  readonly documents: Document[] = [];
  readonly history: string[] = [];

  constructor(fixture: StockFixture) {
    this.fixture = fixture;
  }

  async run(command: StockCommand): Promise<void> {
    if (command.act === 'create') {
      const rules = RULES[command.of] as Rules;
      return withFamily(rules.family, () => this.#create(rules, command.draft, command.atOnce));
    }
    if (command.act === 'look') return expectStock(this.fixture, command.which, this.#note);
    const document = this.documents[command.which % Math.max(1, this.documents.length)];
    if (!document) return;
    await withFamily(document.rules.family, () => this.#act(document, command));
  }

  async #act(document: Document, command: Exclude<StockCommand, { act: 'create' | 'look' }>): Promise<void> {
    if (command.act === 'read') return this.#read(document);
    const plan = this.#planOf(document, command);
    if (plan) await this.#write(document, command.stale ? { ...plan, isBased: 'former' } : plan);
  }

  #planOf(document: Document, command: Exclude<StockCommand, { act: 'create' | 'look' | 'read' }>): Plan | undefined {
    if (command.act === 'receive')
      return document.rules === ADJUSTMENTS ? undefined : this.#received(document, command.parts);
    if (command.act === 'change') return this.#changed(document, command);
    if (command.act === 'void') return this.#changed(document, command, document.rules === ADJUSTMENTS ? VOIDED : 0);
    return document.rules === ADJUSTMENTS ? this.#changed(document, command, POSTED) : undefined;
  }

  async checkInvariants(): Promise<void> {
    for (const document of this.documents) await withFamily(document.rules.family, () => this.#read(document));
    for (let i = 0; i < this.fixture.products.length * 2; i += 1) await expectStock(this.fixture, i, this.#note);
    await expectReport(this.fixture, this.#note);
    for (const rules of RULES)
      await withFamily(rules.family, () => expectLists(this.fixture, rules, this.documents, this.#note));
  }

  readonly #note = (what: string, answer: Answer): void => {
    this.history.push(`${what}: ${outcomeOf(answer)}`);
  };

  async #create(rules: Rules, draft: DocumentDraft, atOnce: boolean): Promise<void> {
    const body = rules.body(draft, this.fixture);
    const rejections = this.#wrong(rules, this.#atOnce(rules, body, {} as Rec, false).fields);
    const answer = await this.fixture.caller.post(`${rules.path}?${rules.query(atOnce)}`, body);
    this.#note(`create ${rules.name}, ${rules.query(atOnce)}, ${JSON.stringify(body)}`, answer);
    expectOutcome(answer, rejections.length > 0 ? rejections : ['201']);
    if (rejections.length > 0) return;
    const seen = recordOf(answer);
    const { id, entryDate, updatedAt } = seen;
    const etag = answer.headers.etag ?? '';
    const document = { rules, id, fields: { id, version: 1, entryDate, updatedAt }, etag, formerEtag: '"conf-other"' };
    this.documents.push(document);
    this.#apply(document, this.#atOnce(rules, body, seen, atOnce));
    this.#expect(document, answer);
  }

  /** Reasons why the fields are invalid in any document of the kind. */
  #wrong(rules: Rules, fields: Fields): string[] {
    return [
      ...(rules.isInvalid(fields) ? [INVALID] : []),
      ...(missesVariant(fields, this.fixture) ? [UNKNOWN_REFERENCE] : []),
    ];
  }

  /** A new document and, if it moves stock at once, the effect. */
  #atOnce(rules: Rules, body: Fields, seen: Rec, atOnce: boolean): Result {
    const lines = linesAfter(linesOf(body), [], (seen.lines ?? []) as Fields[], rules);
    const draft = rules.complete({ ...rules.fresh(body, seen), lines }, this.fixture);
    if (!atOnce) return { fields: draft, moves: [] };
    if (rules === ADJUSTMENTS) return this.#posted(draft);
    return this.#receipt(rules, draft, new Map(linesOf(draft).map(({ id, quantity }) => [id, quantity])));
  }

  #posted(draft: Fields): Result {
    const fields = { ...draft, status: POSTED, lines: postedLines(draft, this.fixture.levels) };
    return { fields, moves: movesOf(fields, 'there') };
  }

  #receipt(rules: Rules, before: Fields, quantities: ReadonlyMap<number, string>): Result {
    const bought = linesOf(before).filter(({ id }) => quantities.has(id));
    const moves = bought.flatMap((line) => rules.moves(before, line, quantities.get(line.id) ?? '0'));
    const fields = rules.complete({ ...before, lines: receivedLines(linesOf(before), quantities) }, this.fixture);
    return { fields, moves, bought };
  }

  #received({ rules, fields, id }: Document, parts: readonly Part[]): Plan {
    const named = linesOf(fields).flatMap((line, i) => {
      const quantity = partOf(line, parts[i % Math.max(1, parts.length)]);
      return quantity === undefined ? [] : [{ lineId: line.id, quantity }];
    });
    const all = linesOf(fields).filter(({ outstanding }) => units(outstanding, QUANTITY) > 0n);
    const quantities = new Map(
      named.length > 0
        ? named.map(({ lineId, quantity }) => [lineId, quantity])
        : all.map((line) => [line.id, line.outstanding]),
    );
    const isOver = linesOf(fields).some(
      (line) => units(quantities.get(line.id) ?? '0', QUANTITY) > units(line.outstanding, QUANTITY),
    );
    const rejections = [...(rules.allowed(fields).receive ? [] : [CONFLICT]), ...(isOver ? [OVER_RECEIPT] : [])];
    const body = named.length > 0 ? { lines: named } : {};
    const result = () => this.#receipt(rules, fields, quantities);
    return { label: 'receive', path: `${rules.path}/${id}/receive`, body, rejections, result };
  }

  /** A change of some fields, possibly together with the status. */
  #changed({ rules, fields }: Document, { what, n, sparse: isSparse }: Changes, status?: number): Plan | undefined {
    const { lines, header } = this.#requestOf(rules, fields, what, n);
    const sent = lines && isSparse ? sparse(lines, rules) : lines;
    const body = { ...header, ...(sent && { lines: sent }), ...(status !== undefined && { status }) };
    if (Object.keys(body).length === 0) return undefined;
    const after = (seen: Fields): Fields => {
      const kept = sent ? linesAfter(sent, linesOf(fields), (seen.lines ?? []) as Fields[], rules) : linesOf(fields);
      return rules.complete({ ...fields, ...body, lines: kept }, this.fixture);
    };
    const result = (seen: Fields): Result => {
      if (rules !== ADJUSTMENTS || status === undefined) return { fields: after(seen), moves: [] };
      if (status === POSTED) return this.#posted(after(seen));
      return { fields: after(seen), moves: fields.status === POSTED ? movesOf(fields, 'back') : [] };
    };
    const next = after({ lines: sent });
    const wrong = this.#wrong(rules, next);
    const rejections = [
      ...(rules.forbids(fields, next, body) ? [CONFLICT] : []),
      ...wrong,
      // A type that contradicts stored lines is a state conflict.
      ...(wrong.length > 0 && !sent ? [CONFLICT] : []),
    ];
    return {
      label: `change ${[...what, ...(status === undefined ? [] : ['status'])].join(' and ')} of`,
      body,
      rejections,
      result,
    };
  }

  #requestOf(rules: Rules, fields: Fields, what: readonly Change[], n: number) {
    let lines: readonly Fields[] | undefined;
    let header: Fields = {};
    for (const one of what) {
      const changed = changedLines(one, n, rules, lines ?? linesOf(fields).map(rules.sent), this.fixture);
      if (changed) lines = changed;
      else header = { ...header, ...rules.header(one, n, { ...fields, ...header }, this.fixture) };
    }
    return { lines, header };
  }

  async #write(document: Document, plan: Plan): Promise<void> {
    const { rules, id } = document;
    const rejections = plan.isBased ? [...plan.rejections, STALE] : plan.rejections;
    const headers: Record<string, string> = plan.isBased ? { 'If-Match': document.formerEtag } : {};
    const answer = await this.fixture.caller.patch(plan.path ?? `${rules.path}/${id}`, plan.body, headers);
    this.#note(
      `${plan.label} ${this.#label(document)}${plan.isBased ? ' as it was before' : ''} ${JSON.stringify(plan.body)}`,
      answer,
    );
    expectOutcome(answer, rejections.length > 0 ? rejections : ['200']);
    if (rejections.length > 0) return this.#read(document);
    const seen = recordOf(answer);
    const { version, updatedAt } = document.fields;
    const isLater = String(seen.updatedAt) >= String(updatedAt);
    const result = plan.result(seen);
    const stamped = { version: Number(version) + 1, updatedAt: isLater ? seen.updatedAt : updatedAt };
    document.formerEtag = document.etag;
    document.etag = answer.headers.etag ?? '';
    this.#apply(document, { ...result, fields: { ...result.fields, ...stamped } });
    this.#expect(document, answer);
  }

  /** Applies the effect of a write. */
  #apply(document: Document, { fields, moves, bought = [] }: Result): void {
    document.fields = { ...document.fields, ...fields };
    for (const move of moves) this.fixture.levels.move({ ...move, document: document.id });
    if (document.rules === ORDERS) for (const line of bought) this.fixture.levels.bought(line, String(line.unitCost));
  }

  #label(document: Document): string {
    return `${document.rules.name} number ${this.documents.indexOf(document) + 1}`;
  }

  async #read(document: Document): Promise<void> {
    const answer = await this.fixture.reader().get(`${document.rules.path}/${document.id}`);
    this.#note(`read ${this.#label(document)}`, answer);
    expectOutcome(answer, ['200']);
    this.#expect(document, answer);
  }

  #expect(document: Document, answer: Answer): void {
    const { rules, fields } = document;
    const seen = recordOf(answer);
    expectSame(this.#label(document), seen, fields, answer);
    const actions = ((seen.allowedActions ?? []) as Fields[]).map(({ action, allowed }) => [action, allowed]);
    expectSame('allowed actions', Object.fromEntries(actions), rules.allowed(fields), answer);
  }
}
