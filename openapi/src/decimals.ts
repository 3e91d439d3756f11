type DecimalUnit = 'money' | 'quantity' | 'rate';

/**
 * Unit of a decimal string, inferred from its pattern: quantities have up to 3 decimals, amounts and rates up to 4, and
 * a rate has at most 3 digits before the decimal point (numbers.canonical).
 */
export function decimalUnit(pattern: string | undefined): DecimalUnit | undefined {
  const decimals = /\\\.\[0-9\]\{\d,([34])\}/.exec(pattern ?? '')?.[1];
  const onlyDigits = /^[\^$?*|(){},.\\\d[\]-]+$/.test(pattern ?? '');
  if (!decimals || !onlyDigits) return undefined;
  if (decimals === '3') return 'quantity';
  return pattern?.includes('{1,3}(') ? 'rate' : 'money';
}
