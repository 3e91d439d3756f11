/** Names of the rules between values of one request, which a schema of each value cannot state; the contract says them in words. */
export const RULES_BETWEEN_VALUES: ReadonlySet<string> = new Set([
  'exclusive',
  'fromAfterTo',
  'maxAmount',
  'maxDays',
  'maxDiscount',
  'maxMinor',
  'overlap',
  'pages',
  'positive',
  'range',
  'selection',
  'unique',
]);
