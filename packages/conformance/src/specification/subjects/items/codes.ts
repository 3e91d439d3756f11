import { type Detail, type Fields, inBody, Rejection } from '../../answer.ts';
import { keptEntries } from '../../entries.ts';
import type { Draft, Rule } from '../../records.ts';
import { type Merchant, rowsOf } from '../../state.ts';

/** Codes and barcodes, which are unique across the merchant's items and variants. items.code_unique */

/** A code or barcode, and its place in a body. A code may equal a barcode. */
interface Code {
  readonly kind: 'itemCode' | 'barcode';
  readonly value: unknown;
  readonly path: string;
}

export const variantsOf = ({ variants }: Fields): readonly Fields[] => (variants ?? []) as readonly Fields[];

export const NEW_VARIANT = { barcodes: [], price: null, cost: null };

/** The stored variant that each sent one changes. A generated code is no difference. */
export const keptVariants = (before: Fields | undefined, sent: Fields): (Fields | undefined)[] =>
  keptEntries(before, 'variants', variantsOf(sent), NEW_VARIANT);

/** Codes of an item or variant, stored or sent. */
const codesIn = ({ itemCode, barcodes }: Fields, at: string): Code[] => [
  ...(itemCode === undefined ? [] : [{ kind: 'itemCode' as const, value: itemCode, path: `${at}/itemCode` }]),
  ...((barcodes ?? []) as readonly string[]).map((value, index) => ({
    kind: 'barcode' as const,
    value,
    path: `${at}/barcodes/${index}`,
  })),
];

/** An item's own codes, then those of its variants. */
const codesOf = (item: Fields): Code[] => [
  ...codesIn(item, ''),
  ...variantsOf(item).flatMap((variant, index) => codesIn(variant, `/variants/${index}`)),
];

/** Codes of a written item, except generated ones. */
function givenCodes({ before, sent }: Draft): Code[] {
  const keeping = keptVariants(before, sent);
  const variants = variantsOf(sent).map((one, index) => ({ ...keeping[index], ...one }));
  return codesOf({ ...before, ...sent, variants: sent.variants ? variants : variantsOf(before ?? {}) });
}

const isSame = (one: Code, other: Code): boolean => one.kind === other.kind && one.value === other.value;

/** True if an item or variant of the merchant, or of the request, has the code. items.code_generated */
export const isCodeTaken =
  (merchant: Merchant, sent: Fields) =>
  (itemCode: string): boolean =>
    [sent, ...rowsOf(merchant, 'items')].some((item) =>
      [item, ...variantsOf(item)].some((one) => one.itemCode === itemCode),
    );

/** Codes, then barcodes, that an item has twice. items.code_of_variants */
export function repeatedCodes(draft: Draft): Detail[] {
  const codes = givenCodes(draft);
  return (['itemCode', 'barcode'] as const).flatMap((kind) =>
    codes
      .filter((code, index) => code.kind === kind && codes.slice(0, index).some((earlier) => isSame(code, earlier)))
      .map(({ path }) => inBody(path, 'unique')),
  );
}

/** The first code that another item or its variants have. items.code_unique, records.duplicate_record */
export const freeCodes: Rule = (draft, merchant) => {
  const others = rowsOf(merchant, 'items').filter(({ id }) => id !== draft.row.id);
  for (const code of givenCodes(draft)) {
    const holder = others.find((other) => codesOf(other).some((taken) => isSame(code, taken)));
    if (!holder) continue;
    const details = [inBody(code.path, 'unique', { recordId: holder.id })];
    throw new Rejection('partner.duplicate', 'items.code_unique', details);
  }
};
