import type { TokenRequest } from './access-world.ts';

/** A request to a token endpoint before it is written as JSON or a form. */
export interface Draft {
  readonly url: string;
  readonly method?: string;
  /** In order; a name may occur twice. */
  readonly fields: readonly (readonly [name: string, value: unknown])[];
  readonly isForm: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly repeated?: Readonly<Record<string, string>>;
  /** The body in place of the fields. */
  readonly text?: string;
  /** Number of bytes to which the body is padded with spaces. */
  readonly length?: number;
}

/** A value that a form has as it is, without being encoded. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Values = Readonly<Record<string, unknown>>;

export const draftOf = (url: string, fields: Values): Draft => ({
  url,
  fields: Object.entries(fields),
  isForm: false,
  headers: {},
});

export const formOf = (fields: Draft['fields']): string =>
  fields
    .map(([name, value]) => {
      const text = value instanceof Raw ? value.text : new URLSearchParams({ _: String(value) }).toString().slice(2);
      return `${name}=${text}`;
    })
    .join('&');

const jsonOf = (fields: Draft['fields']): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value instanceof Raw ? value.text : value)}`).join(',')}}`;

export function written({ url, method, fields, isForm, headers, repeated, text, length = 0 }: Draft): TokenRequest {
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = (text ?? (isForm ? formOf(fields) : jsonOf(fields))).padEnd(length);
  const isBodiless = method !== undefined;
  return {
    url,
    ...(isBodiless ? { method } : { body }),
    headers: { ...(isBodiless ? {} : { 'Content-Type': type }), ...headers },
    ...(repeated && { repeated }),
  };
}
