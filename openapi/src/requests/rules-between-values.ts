/**
 * Rules that depend on several values of a request or on the merchant's currency. No schema can state them; the
 * contract describes them in words.
 */
export const RULES_BETWEEN_VALUES: ReadonlySet<string> = new Set([
  'exclusive',
  'fromAfterTo',
  'future',
  'key',
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
