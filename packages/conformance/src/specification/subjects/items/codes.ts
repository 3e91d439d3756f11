import { type Detail, type Fields, inBody, Rejection } from '../../answer.ts';
import type { Rule } from '../../records.ts';
import { type Merchant, type Row, rowsOf } from '../../state.ts';

/** Codes and barcodes, which are unique across the merchant's items and variants. items.code_unique */

/** A code or barcode, and its place in a body. The two are unique separately. */
interface Code {
  readonly kind: 'itemCode' | 'barcode';
  readonly value: unknown;
  readonly path: string;
}

export const variantsOf = ({ variants }: Fields): readonly Fields[] => (variants ?? []) as readonly Fields[];

const codesIn = ({ itemCode, barcodes }: Fields, at: string): Code[] => [
  ...(itemCode === undefined ? [] : [{ kind: 'itemCode' as const, value: itemCode, path: `${at}/itemCode` }]),
  ...((barcodes ?? []) as readonly string[]).map((value, index) => ({
    kind: 'barcode' as const,
    value,
    path: `${at}/barcodes/${index}`,
  })),
];

/** An item's own codes and then its variants', in the order in which they are checked. */
const codesOf = (item: Fields): Code[] => [
  ...codesIn(item, ''),
  ...variantsOf(item).flatMap((variant, index) => codesIn(variant, `/variants/${index}`)),
];

const isSame = (one: Code, other: Code): boolean => one.kind === other.kind && one.value === other.value;

/** True if an item or variant of the merchant has the code. items.code_generated */
export const isCodeTaken =
  (merchant: Merchant) =>
  (itemCode: string): boolean =>
    rowsOf(merchant, 'items').some((item) => [item, ...variantsOf(item)].some((one) => one.itemCode === itemCode));

/** Codes that an item has twice. items.code_of_variants */
export function repeatedCodes(row: Row): Detail[] {
  const codes = codesOf(row);
  return codes
    .filter((code, index) => codes.slice(0, index).some((earlier) => isSame(code, earlier)))
    .map(({ path }) => inBody(path, 'unique'));
}

/** The first code that another item or its variants have. items.code_unique, records.duplicate_record */
export const freeCodes: Rule = ({ row }, merchant) => {
  const others = rowsOf(merchant, 'items').filter(({ id }) => id !== row.id);
  for (const code of codesOf(row)) {
    const holder = others.find((other) => codesOf(other).some((taken) => isSame(code, taken)));
    if (!holder) continue;
    const details = [inBody(code.path, 'unique', { recordId: holder.id })];
    throw new Rejection('partner.duplicate', 'items.code_unique', details);
  }
};
