import { DirectoryError } from '../directory/directory-error.ts';
import type { Merchant } from '../directory/merchants/merchants.ts';
import { minorUnits } from '../resources/money.ts';

/** Prices of the demo data have cents. */
export function checkDemoCurrency({ currency }: Pick<Merchant, 'currency'>): void {
  if (minorUnits(currency) === 2) return;
  throw new DirectoryError(`Demo data needs a currency with two decimals, which ${currency} does not have.`);
}
