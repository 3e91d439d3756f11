import { type Logo, listedLogo } from '../../control/app-logos.ts';
import { type WebContext, WebProblem, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';

/** `GET /logos/{digest}`: a logo that merchants see, cached publicly and forever. */
export function sendListedLogo({ control }: Pick<WebDependencies, 'control'>): WebStage {
  return async function sendLogoOfDigest(ctx) {
    const digest = ctx.params.digest ?? '';
    sendLogo(ctx, /^[0-9a-f]{64}$/.test(digest) ? await listedLogo(control.pool, digest) : undefined);
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.remove('Vary');
    ctx.remove('Content-Language');
  };
}

/** Sends an uploaded image with headers that keep it from running scripts, even when opened directly. */
export function sendLogo(ctx: WebContext, logo: Logo | undefined): void {
  if (!logo) throw new WebProblem('notFound');
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
  ctx.type = logo.type;
  ctx.body = logo.content;
}
