declare const madeBy: unique symbol;

/** An exact number as a decimal string. JavaScript numbers are inexact: `0.1 + 0.2` is not `0.3`. */
export type Decimal<Unit extends string> = string & { readonly [madeBy]: Unit };

/** An amount in the merchant's currency, with up to 4 decimals. */
export type Money = Decimal<'money'>;

/** A count or weight, with up to 3 decimals. */
export type Quantity = Decimal<'quantity'>;

/** Parses an amount; throws a RangeError if the text is not one. */
export const money = (text: string): Money => decimal(text, /^-?\d{1,18}(\.\d{1,4})?$/);

/** Parses a quantity; throws a RangeError if the text is not one. */
export const quantity = (text: string): Quantity => decimal(text, /^-?\d{1,18}(\.\d{1,3})?$/);

function decimal<Unit extends string>(text: string, pattern: RegExp): Decimal<Unit> {
  if (typeof text === 'string' && pattern.test(text)) return text as Decimal<Unit>;
  throw new RangeError(`Not a decimal string: ${JSON.stringify(text)}`);
}
