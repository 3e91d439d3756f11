import type { Answer } from '../http/send.ts';

/** Parses a page's forms like a browser without scripts. */

export interface Control {
  readonly tag: string;
  readonly type: string;
  readonly name: string;
  readonly value: string;
  /** Not shown to people, as a user name for password managers. */
  readonly isHidden: boolean;
}

export interface Form {
  readonly action: string;
  readonly isPost?: boolean;
  readonly controls: readonly Control[];
}

export function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inside = '']) => ({
    action: attributesOf(attributes).action ?? '',
    isPost: /^post$/i.test(attributesOf(attributes).method ?? ''),
    controls: [...inside.matchAll(/<(input|button|select|textarea)\b([^>]*)>([^<]*)/g)].map(
      ([, tag = '', text = '', content = '']) => {
        const {
          type = '',
          name = '',
          value = tag === 'textarea' ? unescaped(content).replace('\n', '') : '',
          hidden,
        } = attributesOf(text);
        return { tag, type, name, value, isHidden: type === 'hidden' || hidden !== undefined };
      },
    ),
  }));
}

/** Targets of the links on a page. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b([^>]*)>/g)].flatMap(([, attributes = '']) => attributesOf(attributes).href ?? []);

/** First form that has a control of this name. */
export const formWith = (html: string, field: string): Form | undefined =>
  formsOf(html).find(({ controls }) => controls.some(({ name }) => name === field));

/** First form that asks for an account and a single password. */
export const signInForm = (html: string): Form | undefined =>
  formsOf(html).find((form) => accountOf(form) && form.controls.filter(({ type }) => type === 'password').length === 1);

const accountOf = ({ controls }: Form): Control | undefined =>
  controls.find(({ tag, type, isHidden }) => tag === 'input' && !isHidden && /^(email|text|)$/.test(type));

/** Hidden fields of a form. */
export const hiddenOf = ({ controls }: Form): Record<string, string> =>
  Object.fromEntries(controls.filter(({ type }) => type === 'hidden').map(({ name, value }) => [name, value]));

/** Credentials as fields of the sign-in form. */
export function credentialFields(form: Form, email: string, password: string): Record<string, string> {
  const secret = form.controls.find(({ type }) => type === 'password');
  return { [accountOf(form)?.name ?? '']: email, [secret?.name ?? '']: password };
}

/** Describes a page in one line: its address, status, title and first heading, or its media type. */
export function describePage({ sent, status, headers, text }: Answer): string {
  const { origin, pathname } = new URL(sent.url);
  const { location, 'content-type': type = 'no content type', 'x-tillgate-error': code } = headers;
  const title = textIn(text, /<title\b[^>]*>(.*?)<\/title>/is);
  const heading = textIn(text, /<(h[1-6])\b[^>]*>(.*?)<\/\1>/is);
  const said = [
    ...(location ? [`a redirect to ${location}`] : []),
    ...(code ? [`error ${code}`] : []),
    ...(title ? [`title "${title}"`] : []),
    ...(heading ? [`heading "${heading}"`] : []),
  ];
  return `${origin}${pathname}: ${[status, ...(said.length > 0 ? said : [`${type} without title or heading`])].join(', ')}`;
}

/** Text of a page's `main` element, if there is one. */
export const mainTextOf = (html: string): string | undefined =>
  textIn(html, /<main\b[^>]*>([\s\S]*?)<\/main>/i) || undefined;

/** Text of the first element that matches, from the last group. */
const textIn = (html: string, element: RegExp): string =>
  unescaped((element.exec(html)?.at(-1) ?? '').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g);
  return Object.fromEntries(
    [...found].map(([, name = '', ...values]) => [name.toLowerCase(), unescaped(values.find(Boolean) ?? '')]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const unescaped = (text: string): string => text.replaceAll(/&(#?\w+);/g, (all, name) => ENTITIES[name] ?? all);
