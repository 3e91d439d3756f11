import { type Form, formsOf, hiddenOf, linksOf } from '../../engine/forms.ts';
import type { Visitor } from '../../engine/visitor.ts';
import type { Answer } from '../../http/send.ts';

/** Pages of the back office. The suite assumes only that they can be reached from the root of the consent host. */

const MOST_PAGES = 40;

export interface OfficeForm {
  readonly page: Answer;
  readonly form: Form;
  /** Address that it is sent to. */
  readonly action: URL;
}

/** Every page that can be reached by links from the root of the host, in the order of discovery. */
export async function* officePages(visitor: Visitor): AsyncGenerator<Answer> {
  const urls = new Set([`${visitor.origin}/`]);
  let opened = 0;
  // Pages found meanwhile are opened too.
  for (const url of urls) {
    if (opened === MOST_PAGES) return;
    opened += 1;
    const page = await visitor.open(url);
    yield page;
    for (const { pathname, search } of linksAt(page, visitor.origin)) urls.add(visitor.origin + pathname + search);
  }
}

/** Links of a page that stay on the host. */
export const linksAt = ({ text, sent }: Answer, origin: string): URL[] =>
  linksOf(text)
    .filter((link) => URL.canParse(link, sent.url))
    .map((link) => new URL(link, sent.url))
    .filter((url) => url.origin === origin);

export const formsAt = (page: Answer): OfficeForm[] =>
  formsOf(page.text).map((form) => ({ page, form, action: new URL(form.action || page.sent.url, page.sent.url) }));

const SIGN_OUT = /sign-?out|log-?out/i;

export const isSignOut = ({ action }: OfficeForm): boolean => SIGN_OUT.test(action.pathname);

/** Every form of the back office, each once. */
export async function officeForms(visitor: Visitor): Promise<OfficeForm[]> {
  const forms = new Map<string, OfficeForm>();
  for await (const page of officePages(visitor))
    for (const one of formsAt(page)) forms.set(namesOf(one), forms.get(namesOf(one)) ?? one);
  return [...forms.values()];
}

/** Identity of a form: its address and its choices. */
export const namesOf = ({ action, form }: OfficeForm): string =>
  [
    action.pathname + action.search,
    ...form.controls.filter(({ type }) => type !== 'hidden').map(({ name, value }) => `${name}=${value}`),
  ].join(' ');

/** Every way to send a form: with each of its buttons, all boxes ticked. */
export function waysToSend({ form }: OfficeForm): URLSearchParams[] {
  const ticked = form.controls.filter(({ type, name }) => type === 'checkbox' && name !== '');
  const buttons = form.controls.filter(({ tag, type, name }) => name !== '' && (tag === 'button' || type === 'radio'));
  const filled = (button?: { name: string; value: string }): URLSearchParams => {
    const fields = new URLSearchParams(hiddenOf(form));
    for (const { name, value } of ticked) fields.append(name, value);
    if (button) fields.set(button.name, button.value);
    return fields;
  };
  return buttons.length > 0 ? buttons.map((button) => filled(button)) : [filled()];
}
