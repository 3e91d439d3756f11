import type { ProxyFault } from '../fault.ts';
import { inRecord } from '../kinds/answers.ts';
import { asks } from '../kinds/requests.ts';

/** Decimals and texts in more than one form. */

const DECEIVING = /[\u202A-\u202E\u2066-\u2069]|\\u(?:202[a-e]|206[6-9])/gi;
const NAME_BEYOND_ASCII = /("name":")([^"]*[^\0-\x7f][^"]*)"/;

export const VALUE_FAULTS: readonly ProxyFault[] = [
  inRecord('price-with-zeros', 'numbers.canonical', 'prices end in zeros that say nothing', (body) => {
    if (typeof body.price === 'string') body.price = `${body.price}0`;
  }),
  inRecord('cost-cut', 'numbers.canonical', 'costs lack the decimals of their currency', (body) => {
    if (typeof body.cost === 'string') body.cost = body.cost.replace(/\.?0+$/, '');
  }),
  inRecord('level-with-zeros', 'numbers.canonical', 'quantities end in zeros', (body) => {
    if (typeof body.lowStockLevel === 'string') body.lowStockLevel = Number(body.lowStockLevel).toFixed(3);
  }),
  asks('price-cut', 'numbers.minor_units', 'prices lose the decimals that their currency lacks', (passing) => {
    passing.requestBody = passing.requestBody.replaceAll(/("price":"\d+\.\d\d)\d+"/g, '$1"');
  }),
  asks('discount-cut', 'numbers.minor_units', 'discounts lose the decimals that their currency lacks', (passing) => {
    passing.requestBody = passing.requestBody.replaceAll(/("discount":"\d+\.\d\d)\d+"/g, '$1"');
  }),
  asks('overrides-dropped', 'text.refused', 'bidirectional overrides are dropped quietly', (passing) => {
    passing.requestBody = passing.requestBody.replaceAll(DECEIVING, '');
  }),
  asks('joiners-dropped', 'text.refused', 'marks and joiners are dropped', (passing) => {
    passing.requestBody = passing.requestBody.replaceAll(/[\u200C-\u200F]/g, '');
  }),
  asks('scripts-apart', 'text.unique', 'names beyond ASCII are never the same', (passing) => {
    if (passing.method !== 'POST') return;
    passing.requestBody = passing.requestBody.replace(
      NAME_BEYOND_ASCII,
      (_, start, name) => `${start}${name} ${Buffer.from(name).toString('hex').slice(-12)}"`,
    );
  }),
];
