import type { User } from '../../../control/people/users.ts';
import type { Brand } from '../../brand/brand.ts';
import type { Sentences } from '../../languages/english.ts';
import { LANGUAGES, type Language } from '../../languages/languages.ts';
import { queryOf, type WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import type { Flash } from '../form/flash.ts';
import { formToken } from '../form/form-token.ts';
import type { Area } from '../session/areas.ts';

export interface View {
  readonly language: Language;
  readonly say: Sentences;
  /** Links to this page in each language; empty if it has only one. */
  readonly languageLinks: readonly { readonly language: Language; readonly href: string }[];
  readonly brand: Brand;
  readonly signUp: 'open' | 'closed';
  readonly user: User | undefined;
  /** Areas to which the user belongs. */
  readonly areas: readonly Area[];
  readonly flash: Flash | undefined;
  /** Token for the forms of this page. */
  readonly formToken: string;
  readonly docsUrl: string;
  /** The start page at this host's canonical address. */
  readonly homeUrl: string;
}

/** Reference of the API; the guides are below its path. */
export const docsUrlOf = (apiUrl: string): string => apiUrl.replace(/\/v1$/, '/docs');

export function viewOf(ctx: WebContext, { apiUrl, brand, formKey, signUp, webUrl }: WebDependencies): View {
  const { language, languageIsFixed, session, flash } = ctx.state;
  return {
    language,
    say: language.say,
    languageLinks: languageIsFixed ? [] : LANGUAGES.map((other) => ({ language: other, href: hereIn(ctx, other) })),
    brand,
    signUp,
    user: session?.user,
    areas: session?.areas ?? [],
    flash,
    formToken: formToken(formKey, session),
    docsUrl: docsUrlOf(apiUrl),
    homeUrl: `${webUrl}/`,
  };
}

/** Collapses leading slashes, which would otherwise lead to another host. */
function hereIn(ctx: WebContext, { code }: Language): string {
  const query = queryOf(ctx);
  query.set('lang', code);
  return `?${query}`;
}
