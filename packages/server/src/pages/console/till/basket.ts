import { html } from 'hono/html';
import type { PricedOrder } from '../../../back-office/till/orders.ts';
import { recordId } from '../../kit/context.ts';
import { hidden } from '../../kit/page.ts';
import { type Html, labelled, name } from '../../languages/html.ts';

/** A line of the basket, which is kept in the address of the page: an item with its options, and its quantity as typed. */
export interface BasketItem {
  /** As in an order, without the quantity: `100231:100240+100512`. */
  readonly code: string;
  readonly quantity: string;
}

const MOST_LINES = 100;
const CODE = /^\d{1,16}(?::\d{1,16})?(?:\+\d{1,16})*$/;

/** Name of the field of a tile's options. Each group of an item has its own, so that its options can exclude each other. */
export const optionField = (code: string, groupId: number): string => `option:${code}/${groupId}`;

/** The basket in a form or a query, after the button that was pressed: `add`, `more`, `less` or `remove`. */
export function basketIn(given: URLSearchParams): BasketItem[] {
  const quantities = given.getAll('quantity');
  const lines = given.getAll('line').map((code, at) => ({ code, quantity: quantities[at]?.trim() ?? '1' }));
  const added = given.get('add');
  const code = added === null ? undefined : [added, ...optionsOf(given, added)].join('+');
  const isIn = lines.some((line) => line.code === code);
  const press = (button: string, at: number): boolean => given.get(button) === String(at);
  const changed = lines.flatMap(({ code: own, quantity }, at) => {
    if (press('remove', at)) return [];
    const step = (own === code || press('more', at) ? 1 : 0) - (press('less', at) ? 1 : 0);
    return [{ code: own, quantity: step === 0 ? quantity : stepped(quantity, step) }];
  });
  const all = code === undefined || isIn ? changed : [...changed, { code, quantity: '1' }];
  return all.filter((line) => CODE.test(line.code) && line.quantity !== '0').slice(0, MOST_LINES);
}

function optionsOf(given: URLSearchParams, code: string): string[] {
  const chosen = [...given].filter(([field]) => field.startsWith(`option:${code}/`));
  return chosen.flatMap(([, value]) => (recordId(value) ? [value] : []));
}

/** One more or one less of a quantity with up to three decimals; 1 if it is no number. */
function stepped(quantity: string, step: number): string {
  const next = Math.round((Number(quantity) + step) * 1000) / 1000;
  return String(Number.isNaN(next) ? 1 : Math.max(0, next));
}

export const orderedItems = (basket: readonly BasketItem[]): string[] =>
  basket.map(({ code, quantity }) => `${quantity}x${code}`);

/** The lines as fields of the form that sells them. */
export const hiddenLines = (basket: readonly BasketItem[]): Html =>
  html`${basket.map(({ code, quantity }) => html`${hidden('line', code)}${hidden('quantity', quantity)}`)}`;

/** The lines with buttons that change them. They belong to the form `till`, which shows the page again. */
export function basketLines(basket: readonly BasketItem[], { data, currency }: PricedOrder): Html {
  const line = ({ name: text, options, total, problem }: PricedOrder['data'][number], at: number) => {
    const button = (action: string, sign: string, label: string) =>
      html`<button class="secondary step" form="till" name="${action}" value="${at}" aria-label="${labelled(label, text)}">${sign}</button>`;
    return html`<li>
    <input type="hidden" form="till" name="line" value="${basket[at]?.code}" />
    <p class="heading"><strong>${name(text)}</strong> <span class="number">${total === null ? '–' : `${total} ${currency}`}</span></p>
    ${options.length > 0 && html`<p class="small">${options.join(', ')}</p>`}
    ${problem && html`<p class="wrong">${problem}</p>`}
    <div class="steps">${button('less', '−', 'One less')}
      <input form="till" name="quantity" value="${basket[at]?.quantity}" inputmode="decimal" size="4" maxlength="10"
        autocomplete="off" aria-label="${labelled('Quantity', text)}" />
      ${button('more', '+', 'One more')}
      <button class="quiet" form="till" name="remove" value="${at}" aria-label="${labelled('Remove', text)}">Remove</button></div>
  </li>`;
  };
  return html`<ul class="rows">${data.map(line)}</ul>`;
}
