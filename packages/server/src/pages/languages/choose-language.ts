import type { Next } from 'koa';
import { queryOf, type WebContext } from '../kit/context.ts';
import { Cookies } from '../kit/cookies.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, languageOf } from './languages.ts';

/** Fixes the language of a page to English, as for developers and operators. */
export function speakEnglish(ctx: WebContext): void {
  ctx.state.language = DEFAULT_LANGUAGE;
  ctx.state.languageIsFixed = true;
  ctx.set('Content-Language', DEFAULT_LANGUAGE.code);
}

/** Chooses the language from `?lang=`, which a cookie remembers, or from the browser's preference. */
export function chooseLanguage({ webUrl }: WebDependencies) {
  const cookies = new Cookies(webUrl);
  return async function chooseLanguageOfPage(ctx: WebContext, next: Next): Promise<void> {
    const asked = languageOf(queryOf(ctx).get('lang') ?? undefined);
    if (asked) cookies.set(ctx, 'language', asked.code, 365 * 24 * 60 * 60);
    const preferred = ctx.acceptsLanguages(LANGUAGES.map(({ code }) => code)) || undefined;
    ctx.state.language = asked ?? languageOf(cookies.get(ctx, 'language')) ?? languageOf(preferred) ?? DEFAULT_LANGUAGE;
    ctx.set('Content-Language', ctx.state.language.code);
    await next();
  };
}
