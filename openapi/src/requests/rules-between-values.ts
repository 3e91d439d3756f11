/** Names of the rules between values of one request, or with the merchant's currency, which a schema of each value cannot state; the contract says them in words. */
export const RULES_BETWEEN_VALUES: ReadonlySet<string> = new Set([
  'exclusive',
  'fromAfterTo',
  'maxAmount',
  'maxDate',
  'maxDays',
  'maxDiscount',
  'maxMinor',
  'minorUnits',
  'overlap',
  'pages',
  'positive',
  'range',
  'selection',
  'unique',
]);
