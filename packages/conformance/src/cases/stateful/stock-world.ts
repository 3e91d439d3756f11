import { QUANTITY, units } from '../../decimals.ts';
import type { Answer } from '../../http/send.ts';
import { type Rec, recordOf } from '../../run/caller.ts';
import { ADJUSTMENTS, DRAFT, movesOf, POSTED, postedLines, VOIDED } from './adjustments.ts';
import { type Fields, same } from './compare.ts';
import { CONFLICT, OVER_RECEIPT } from './kind.ts';
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
import { due, outcomeOf, type World } from './sequence.ts';
import { holdLists, holdReport, holdStock } from './stock-reads.ts';
import { changedLines, partOf } from './stock-requests.ts';
import type { Scene } from './stock-scene.ts';
import type { Part, StockStep } from './stock-steps.ts';
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

/** What a write does, once it is known that nothing forbids it. */
interface Plan {
  readonly told: string;
  readonly path?: string;
  readonly body: Fields;
  readonly refusals: readonly string[];
  readonly after: (seen: Rec) => Fields;
  readonly moves: readonly Moved[];
  /** Lines whose cost becomes that of their item. */
  readonly bought?: readonly Line[];
  readonly isBased?: 'former' | undefined;
}

/** Purchase orders, transfers and adjustments of the same items, and what is on hand of them. */
export class StockWorld implements World<StockStep> {
  readonly scene: Scene;
  readonly documents: Document[] = [];
  readonly story: string[] = [];

  constructor(scene: Scene) {
    this.scene = scene;
  }

  async take(step: StockStep): Promise<void> {
    if (step.act === 'create') return this.#create(RULES[step.of] as Rules, step.draft, step.atOnce);
    if (step.act === 'look') return holdStock(this.scene, step.which, this.#tell);
    const document = this.documents[step.which % Math.max(1, this.documents.length)];
    if (!document) return;
    if (step.act === 'read') return this.#read(document);
    const plan = this.#planOf(document, step);
    if (plan) await this.#write(document, step.stale ? { ...plan, isBased: 'former' } : plan);
  }

  #planOf(document: Document, step: Exclude<StockStep, { act: 'create' | 'look' | 'read' }>): Plan | undefined {
    if (step.act === 'void') return this.#voided(document);
    if (step.act === 'change') return this.#changed(document, step.what, step.n);
    return document.rules === ADJUSTMENTS ? this.#posted(document) : this.#received(document, step.parts);
  }

  async settle(): Promise<void> {
    for (const document of this.documents) await this.#read(document);
    for (let i = 0; i < this.scene.products.length * 2; i += 1) await holdStock(this.scene, i, this.#tell);
    await holdReport(this.scene, this.#tell);
    for (const rules of RULES) await holdLists(this.scene, rules, this.documents, this.#tell);
  }

  readonly #tell = (what: string, answer: Answer): void => {
    this.story.push(`${what}: ${outcomeOf(answer)}`);
  };

  async #create(rules: Rules, draft: DocumentDraft, atOnce: boolean): Promise<void> {
    const body = rules.body(draft, this.scene);
    const plan = this.#atOnce(rules, body, {} as Rec, atOnce);
    if (!this.scene.levels.suffice(plan.moves)) return;
    const answer = await this.scene.caller.post(`${rules.path}?${rules.query(atOnce)}`, body);
    this.#tell(`create ${rules.name}, ${rules.query(atOnce)}, ${JSON.stringify(body)}`, answer);
    due(answer, ['201']);
    const seen = recordOf(answer);
    const { id, entryDate, updatedAt } = seen;
    const made = this.#atOnce(rules, body, seen, atOnce);
    const etag = answer.headers.etag ?? '';
    const document = { rules, id, fields: { id, version: 1, entryDate, updatedAt }, etag, formerEtag: '"conf-other"' };
    this.documents.push(document);
    this.#take(document, made.fields, made.moves, made.bought);
    this.#hold(document, answer);
  }

  /** A new document, and where it moves stock at once, what it has come to. */
  #atOnce(
    rules: Rules,
    body: Fields,
    seen: Rec,
    atOnce: boolean,
  ): { fields: Fields; moves: readonly Moved[]; bought: readonly Line[] } {
    const lines = linesAfter(linesOf(body), [], (seen.lines ?? []) as Fields[]);
    const draft = rules.complete({ ...rules.fresh(body, seen), lines }, this.scene);
    if (!atOnce) return { fields: draft, moves: [], bought: [] };
    if (rules === ADJUSTMENTS) {
      const fields = { ...draft, status: POSTED, lines: postedLines(draft, this.scene.levels) };
      return { fields, moves: movesOf(fields, 'there'), bought: [] };
    }
    return this.#receipt(rules, draft, new Map(linesOf(draft).map(({ id, quantity }) => [id, quantity])));
  }

  #receipt(rules: Rules, before: Fields, quantities: ReadonlyMap<number, string>) {
    const bought = linesOf(before).filter(({ id }) => quantities.has(id));
    const moves = bought.flatMap((line) => rules.moves(before, line, quantities.get(line.id) ?? '0'));
    const fields = rules.complete({ ...before, lines: receivedLines(linesOf(before), quantities) }, this.scene);
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
    const refusals = [...(rules.allowed(fields).receive ? [] : [CONFLICT]), ...(isOver ? [OVER_RECEIPT] : [])];
    const receipt = this.#receipt(rules, fields, quantities);
    const body = named.length > 0 ? { lines: named } : {};
    return {
      told: 'receive',
      path: `${rules.path}/${id}/receive`,
      body,
      refusals,
      ...receipt,
      after: () => receipt.fields,
    };
  }

  #posted({ fields }: Document): Plan {
    const after = { ...fields, status: POSTED, lines: postedLines(fields, this.scene.levels) };
    const refusals = fields.status === DRAFT ? [] : [CONFLICT];
    return {
      told: 'post',
      body: { status: POSTED },
      refusals,
      after: () => after,
      moves: movesOf(after, 'there'),
    };
  }

  #voided({ rules, fields }: Document): Plan {
    const status = rules === ADJUSTMENTS ? VOIDED : 0;
    const after = { ...fields, status };
    const refusals = rules.allowed(fields).void ? [] : [CONFLICT];
    const moves = rules === ADJUSTMENTS && fields.status === POSTED ? movesOf(fields, 'back') : [];
    return { told: 'void', body: { status }, refusals, after: () => after, moves };
  }

  #changed({ rules, fields }: Document, what: Change, n: number): Plan | undefined {
    const lines = changedLines(what, n, rules, fields, this.scene);
    const body = lines ? { lines } : rules.header(what, n, fields, this.scene);
    if (!body) return undefined;
    const after = (seen: Fields) => {
      const kept = lines ? linesAfter(lines, linesOf(fields), (seen.lines ?? []) as Fields[]) : linesOf(fields);
      return rules.complete({ ...fields, ...body, lines: kept }, this.scene);
    };
    const refusals = rules.forbids(fields, after({ lines })) ? [CONFLICT] : [];
    return { told: `change ${what} of`, body, refusals, after, moves: [] };
  }

  async #write(document: Document, plan: Plan): Promise<void> {
    const { rules, id } = document;
    const refusals = plan.isBased ? [...plan.refusals, STALE] : plan.refusals;
    if (refusals.length === 0 && !this.scene.levels.suffice(plan.moves)) return;
    const headers: Record<string, string> = plan.isBased ? { 'If-Match': document.formerEtag } : {};
    const answer = await this.scene.caller.patch(plan.path ?? `${rules.path}/${id}`, plan.body, headers);
    this.#tell(
      `${plan.told} ${this.#label(document)}${plan.isBased ? ' as it was before' : ''} ${JSON.stringify(plan.body)}`,
      answer,
    );
    due(answer, refusals.length > 0 ? refusals : ['200']);
    if (refusals.length > 0) return this.#read(document);
    const seen = recordOf(answer);
    const { version, updatedAt } = document.fields;
    const isLater = String(seen.updatedAt) >= String(updatedAt);
    const next = { ...plan.after(seen), version: Number(version) + 1, updatedAt: isLater ? seen.updatedAt : updatedAt };
    document.formerEtag = document.etag;
    document.etag = answer.headers.etag ?? '';
    this.#take(document, next, plan.moves, plan.bought);
    this.#hold(document, answer);
  }

  /** Notes what a write has done. */
  #take(document: Document, fields: Fields, moves: readonly Moved[], bought: readonly Line[] = []): void {
    document.fields = { ...document.fields, ...fields };
    for (const move of moves) this.scene.levels.move({ ...move, document: document.id });
    if (document.rules === ORDERS) for (const line of bought) this.scene.levels.bought(line, String(line.unitCost));
  }

  #label(document: Document): string {
    return `${document.rules.name} number ${this.documents.indexOf(document) + 1}`;
  }

  async #read(document: Document): Promise<void> {
    const answer = await this.scene.caller.get(`${document.rules.path}/${document.id}`);
    this.#tell(`read ${this.#label(document)}`, answer);
    due(answer, ['200']);
    this.#hold(document, answer);
  }

  #hold(document: Document, answer: Answer): void {
    const { rules, fields } = document;
    const seen = recordOf(answer);
    same(this.#label(document), seen, fields, answer);
    const actions = ((seen.allowedActions ?? []) as Fields[]).map(({ action, allowed }) => [action, allowed]);
    same('what is allowed', Object.fromEntries(actions), rules.allowed(fields), answer);
  }
}
