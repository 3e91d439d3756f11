// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { decimal, halfUp, MONEY, minorUnits, QUANTITY, units } from '../../decimals.ts';
import { type Detail, type Fields, inBody, rejectEach } from '../../answer.ts';
import { type Line, linesOf } from '../../documents.ts';
import type { Draft, Rule } from '../../records.ts';
import type { Merchant, Row } from '../../state.ts';
import { canonical } from '../../text.ts';

/** Amounts of a purchase order, in minor units, each rounded half up once. purchases.rounding, numbers.exact */

/** The line with its tax rate, which is that of the tax when the line got it. purchases.tax_rate_kept */
function withRate(line: Line, before: Row | undefined, { tables }: Merchant): Fields {
  if (line.taxId === null) return { ...line, taxRate: null };
  const kept = before && linesOf(before).find(({ id }) => id === line.id);
  if (kept?.taxId === line.taxId) return { ...line, taxRate: kept?.taxRate };
  const rate = tables.taxes.get(Number(line.taxId))?.rate;
  return { ...line, taxRate: rate === undefined ? null : canonical(String(rate), 0) };
}

const minor = (amount: unknown, currency: string): bigint => units(String(amount), minorUnits(currency));

function withAmounts(line: Fields, currency: string): Fields {
  const money = (amount: bigint) => decimal(amount, minorUnits(currency));
  const exactly = units(String(line.quantity), QUANTITY) * units(String(line.unitCost), MONEY);
  const subtotal = halfUp(exactly, 10n ** BigInt(QUANTITY + MONEY - minorUnits(currency)));
  const net = subtotal - minor(line.discount, currency);
  const rate = units(String(line.taxRate ?? '0'), MONEY);
  const tax = net < 0n ? 0n : halfUp(net * rate, 100n * 10n ** BigInt(MONEY));
  return { ...line, subtotal: money(subtotal), tax: money(tax), total: money(net + tax) };
}

/** Totals are the sums of the lines. purchases.totals */
export function priced(row: Row, { before }: Draft, merchant: Merchant): Row {
  const currency = String(row.currency);
  const lines = linesOf(row).map((line) => withAmounts(withRate(line, before, merchant), currency));
  const sum = (name: string): string =>
    decimal(
      lines.reduce((total, line) => total + minor(line[name], currency), 0n),
      minorUnits(currency),
    );
  return {
    ...row,
    lines,
    subtotal: sum('subtotal'),
    discountTotal: sum('discount'),
    taxTotal: sum('tax'),
    total: sum('total'),
  };
}

/** Each line names a tax of the merchant, or none. records.reference_named */
export const knownTaxes: Rule = ({ row, sent }, { tables }) => {
  if (!sent.lines) return;
  const details = linesOf(row).flatMap(({ taxId }, index) =>
    taxId === null || tables.taxes.has(Number(taxId)) ? [] : [inBody(`/lines/${index}/taxId`, 'reference')],
  );
  rejectEach('partner.reference_not_found', 'records.reference_named', details);
};

/** Digits that an amount has before its decimal point, at most. */
const MOST_DIGITS = 12;

const isTooLarge = (amount: unknown, currency: unknown): boolean =>
  minor(amount, String(currency)) >= 10n ** BigInt(MOST_DIGITS + minorUnits(currency));

/** A discount is at most its line's subtotal, and no amount has more than 12 digits before the point. */
export const boundedAmounts: Rule = ({ row, sent }) => {
  if (!sent.lines) return;
  const details = linesOf(row).flatMap((line, index) => amountFaults(line, row, index));
  rejectEach(
    'partner.validation_failed',
    details[0]?.rule === 'maxDiscount' ? 'purchases.discount' : 'purchases.amounts_most',
    details,
  );
  if (isTooLarge(row.subtotal, row.currency) || isTooLarge(row.total, row.currency))
    rejectEach('partner.validation_failed', 'purchases.amounts_most', [inBody('/lines', 'maxAmount')]);
};

function amountFaults({ subtotal, discount, total }: Line, { currency }: Row, index: number): Detail[] {
  if (minor(discount, String(currency)) > minor(subtotal, String(currency)))
    return [inBody(`/lines/${index}/discount`, 'maxDiscount')];
  return isTooLarge(subtotal, currency) || isTooLarge(total, currency) ? [inBody(`/lines/${index}`, 'maxAmount')] : [];
}
