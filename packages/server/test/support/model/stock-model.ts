/** Stock and its documents as simply as they can be told: what the API has to agree with. Quantities are thousandths. */

export type Kind = 'order' | 'transfer' | 'adjustment';

export interface ModelLine {
  readonly id: number;
  readonly item: number;
  readonly quantity: number;
  readonly received: number;
  /** Cost of orders, in hundredths. */
  readonly unitCost: number;
  /** Levels of posted adjustments. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface ModelDocument {
  readonly kind: Kind;
  readonly id: number;
  version: number;
  /** The store stock comes into, and where it comes from. */
  readonly store: number;
  readonly from: number | null;
  /** Type of adjustments: 0 count, 1 add, 2 remove. */
  readonly type: number;
  /** `gone` once voided. Of orders and transfers `open` until then. */
  state: 'draft' | 'open' | 'posted' | 'gone';
  lines: ModelLine[];
}

export class StockModel {
  readonly levels = new Map<string, number>();
  readonly documents: ModelDocument[] = [];

  level(store: number, item: number): number {
    return this.levels.get(`${store}/${item}`) ?? 0;
  }

  move(store: number, item: number, change: number): void {
    this.levels.set(`${store}/${item}`, this.level(store, item) + change);
  }

  /** Takes a receipt in, or gives the status it is rejected with. */
  receive(document: ModelDocument, quantities: ReadonlyMap<number, number>): 200 | 409 | 422 {
    if (document.state === 'gone' || document.lines.every((line) => line.received === line.quantity)) return 409;
    const all = document.lines.map((line) => [line.id, line.quantity - line.received] as const);
    const arriving = quantities.size === 0 ? new Map(all) : quantities;
    if (all.some(([id, outstanding]) => (arriving.get(id) ?? 0) > outstanding)) return 422;
    document.lines = document.lines.map((line) => {
      const quantity = arriving.get(line.id) ?? 0;
      if (document.from !== null) this.move(document.from, line.item, -quantity);
      this.move(document.store, line.item, quantity);
      return { ...line, received: line.received + quantity };
    });
    document.version += 1;
    return 200;
  }

  /** Changes the quantities of an order or a transfer, line by line. */
  requantify(document: ModelDocument, quantities: readonly number[]): 200 | 409 {
    if (document.state === 'gone') return 409;
    const isDone = document.lines.every((line) => line.received === line.quantity);
    const isSame = document.lines.every((line, i) => line.quantity === quantities[i]);
    if (isDone && !isSame) return 409;
    if (document.lines.some((line, i) => (quantities[i] ?? 0) < line.received)) return 409;
    document.lines = document.lines.map((line, i) => ({ ...line, quantity: quantities[i] ?? line.quantity }));
    document.version += 1;
    return 200;
  }

  void(document: ModelDocument): 200 | 409 {
    const hasStock = document.kind !== 'adjustment' && document.lines.some((line) => line.received > 0);
    if (document.state === 'gone' || hasStock) return 409;
    if (document.state === 'posted') {
      for (const { item, before, after } of document.lines) {
        this.move(document.store, item, (before ?? 0) - (after ?? 0));
      }
    }
    document.state = 'gone';
    document.version += 1;
    return 200;
  }

  /** Posts a draft; a new adjustment is posted by the same rule, without a version more. */
  post(document: ModelDocument): 200 | 409 {
    if (document.state !== 'draft') return 409;
    const counted = document.lines.map((line) => this.level(document.store, line.item));
    document.lines = document.lines.map((line, i) => {
      const before = document.type === 0 ? (counted[i] ?? 0) : this.level(document.store, line.item);
      const after = [line.quantity, before + line.quantity, before - line.quantity][document.type] as number;
      this.move(document.store, line.item, after - before);
      return { ...line, before, after };
    });
    document.state = 'posted';
    document.version += 1;
    return 200;
  }
}
