import { type Faults, fault } from '../fault.ts';
import { inRecord } from '../how/answers.ts';
import { request } from '../how/requests.ts';

/** Decimals and texts in more than one form. */

const DECEIVING = /[\u202A-\u202E\u2066-\u2069]|\\u(?:202[a-e]|206[6-9])/gi;
const NAME_BEYOND_ASCII = /("name":")([^"]*[^\0-\x7f][^"]*)"/;

export const VALUE_FAULTS: Faults = {
  'answer.price-with-zeros': fault('numbers.canonical', 'prices have superfluous trailing zeros', {
    how: inRecord((body) => {
      if (typeof body.price === 'string') body.price = `${body.price}0`;
    }),
  }),
  'answer.cost-cut': fault('numbers.canonical', 'costs lack the decimals of their currency', {
    by: ['pinned.items.written'],
    how: inRecord((body) => {
      if (typeof body.cost === 'string') body.cost = body.cost.replace(/\.?0+$/, '');
    }),
  }),
  'answer.level-with-zeros': fault('numbers.canonical', 'quantities end in zeros', {
    how: inRecord((body) => {
      if (typeof body.lowStockLevel === 'string') body.lowStockLevel = Number(body.lowStockLevel).toFixed(3);
    }),
  }),
  'request.price-cut': fault('numbers.minor_units', 'prices lose the decimals that their currency lacks', {
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replaceAll(/("price":"\d+\.\d\d)\d+"/g, '$1"');
    }),
  }),
  'request.discount-cut': fault('numbers.minor_units', 'discounts lose the decimals that their currency lacks', {
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replaceAll(/("discount":"\d+\.\d\d)\d+"/g, '$1"');
    }),
  }),
  'request.overrides-dropped': fault('text.refused', 'bidirectional overrides are dropped quietly', {
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replaceAll(DECEIVING, '');
    }),
  }),
  'request.joiners-dropped': fault('text.refused', 'marks and joiners are dropped', {
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replaceAll(/[\u200C-\u200F]/g, '');
    }),
  }),
  'request.scripts-apart': fault('text.unique', 'names beyond ASCII are never the same', {
    how: request((passing) => {
      if (passing.method !== 'POST') return;
      passing.requestBody = passing.requestBody.replace(
        NAME_BEYOND_ASCII,
        (_, start, name) => `${start}${name} ${Buffer.from(name).toString('hex').slice(-12)}"`,
      );
    }),
  }),
};
