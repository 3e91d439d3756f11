import type { Next } from 'koa';
import type { WebContext } from './kit/context.ts';
import type { WebDependencies } from './kit/dependencies.ts';

const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // With `no-referrer`, browsers would send `Origin: null` with our own forms.
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept-Language, Cookie',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Headers of every response of this host. */
export function securePages({ webUrl }: WebDependencies) {
  const secure = webUrl.startsWith('https:');
  return async function setSecurityHeaders(ctx: WebContext, next: Next): Promise<void> {
    ctx.set(HEADERS);
    ctx.set('Content-Security-Policy', contentPolicy());
    if (secure) ctx.set('Strict-Transport-Security', 'max-age=31536000');
    await next();
  };
}

/** Additional permissions of a page. */
export interface Allowances {
  /** Redirect URI to which the page's form may redirect. */
  readonly returnsTo?: string | undefined;
  /** True for a page with the script of the pages. */
  readonly scripted?: boolean;
}

/** Forbids frames, content from other hosts, and scripts other than the pages' own. */
export function contentPolicy({ returnsTo, scripted = false }: Allowances = {}): string {
  const target = returnsTo && sourceOf(returnsTo);
  return [
    "default-src 'none'",
    ...(scripted ? ["script-src 'self'", "connect-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${target ? ` ${target}` : ''}`,
  ].join('; ');
}

/** CSP source of a URI; undefined if its host has characters that would end the directive. */
function sourceOf(uri: string): string | undefined {
  const { origin } = new URL(uri);
  return /^https?:\/\/[a-z0-9._-]+(:\d+)?$/.test(origin) ? origin : undefined;
}
