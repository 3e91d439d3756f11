import { minorUnits } from '../decimals.ts';
import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

const QUANTITIES = new Set(
  ['quantity', 'refundedQuantity', 'onHand', 'lowStockLevel', 'received', 'outstanding', 'change', 'before'].concat([
    'after',
    'rate',
    'taxRate',
  ]),
);
const COSTS = new Set(['cost', 'unitCost']);
const AMOUNTS = new Set(
  ['price', 'effectivePrice', 'discount', 'subtotal', 'tax', 'total', 'discountTotal', 'taxTotal', 'gross'].concat([
    'discounts',
    'refunds',
    'net',
    'value',
    'cash',
    'card',
    'online',
    'giftCard',
    'account',
    'other',
    'rounding',
    'changeGiven',
    'tips',
  ]),
);

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;

/** Every number in a response is a string in canonical form. */
export function checkDecimals({ answer, path }: Seen): Finding[] {
  if (answer.status >= 300 || path.startsWith('/openapi.json')) return [];
  const wrong = wrongIn(answer.body, '', undefined);
  if (wrong.length === 0) return [];
  return [finding('numbers.canonical', `not in canonical form: ${wrong.slice(0, 3).join(', ')}`, answer)];
}

/** `currency` comes from the innermost enclosing record that has one. */
function wrongIn(value: unknown, name: string, currency: unknown): string[] {
  if (typeof value === 'string') return isCanonical(name, value, currency) ? [] : [`${name} "${value}"`];
  if (Array.isArray(value)) return value.flatMap((one) => wrongIn(one, '', currency));
  if (value === null || typeof value !== 'object') return [];
  const own = 'currency' in value ? value.currency : currency;
  return Object.entries(value).flatMap(([key, one]) => wrongIn(one, key, own));
}

function isCanonical(name: string, text: string, currency: unknown): boolean {
  const isAmount = AMOUNTS.has(name) || COSTS.has(name);
  if (!isAmount && !QUANTITIES.has(name)) return true;
  const [matched, decimals = ''] = DECIMAL.exec(text) ?? [];
  if (matched === undefined) return false;
  if (!isAmount) return !decimals.endsWith('0');
  if (currency === undefined) return true;
  const least = minorUnits(currency);
  if (!COSTS.has(name) || decimals.length <= least) return decimals.length === least;
  return !decimals.endsWith('0');
}
