import * as v from 'valibot';
import { DirectoryError } from '../errors.ts';
import { checkedText } from '../input.ts';

/** A quantity of an item or of one of its variants, with options of its modifier groups. */
export interface BasketLine {
  readonly itemId: number;
  readonly variantId: number | null;
  /** Decimal text with up to 3 decimals. */
  readonly quantity: string;
  readonly optionIds: readonly number[];
}

const LINE = /^(?:(\d{1,6}(?:\.\d{1,3})?)x)?(\d{1,16})(?::(\d{1,16}))?((?:\+\d{1,16})*)$/;

/** Parses `2x100231:100240+100512`: the quantity, the item, its variant and options. Only the item is required. */
export function parseBasketLine(text: string): BasketLine {
  const [, quantity = '1', item, variant, options = ''] = LINE.exec(text) ?? [];
  if (item === undefined || !/[1-9]/.test(quantity)) {
    throw new DirectoryError(
      `${JSON.stringify(text)} is not an item to sell. Write its id, with a quantity, a variant and options if needed: 100231, 2x100231, 100231:100240, 100231+100512.`,
    );
  }
  const optionIds = options.split('+').slice(1).map(Number);
  return { quantity, itemId: Number(item), variantId: variant === undefined ? null : Number(variant), optionIds };
}

const MOST_LINES = 100;

export const basket = v.pipe(
  v.array(checkedText(parseBasketLine), 'must be a list'),
  v.minLength(1, 'must have at least one entry'),
  v.maxLength(MOST_LINES, `must have at most ${MOST_LINES} entries`),
  v.metadata({
    option: 'item',
    value: 'item',
    help: 'what is sold, as [<quantity>x]<id>[:<variant>][+<option>…], such as 2x100231',
  }),
);
