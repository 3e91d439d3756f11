import type { DemoAccess } from '../../back-office/demo/demo-access.ts';
import { guideSlugs } from '../../contract/guides.ts';
import { isLoopbackAddress } from '../../control/source-address.ts';
import { PartnerError } from '../../errors.ts';
import type { RouteContext, Stage } from '../../pipeline/context.ts';
import { sendFile } from '../../pipeline/respond.ts';
import { guidePathOf, iconPathOf, PATHS } from './layout.ts';
import type { documentationSite, SiteOptions } from './site.ts';

/** Allows only this host. Guides have a script for their copy buttons; the reference page has inline styles. */
const POLICIES = {
  guide:
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  reference:
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};

const DEMO = '/docs/demo.json';

/** The reference and the guides as one site, loaded on first request. `demo` returns the demo's credentials. */
export function documentation({
  demo,
  ...options
}: SiteOptions & { readonly demo: (() => Promise<DemoAccess | undefined>) | undefined }) {
  let opening: Promise<ReturnType<typeof documentationSite>> | undefined;
  const guides = guideSlugs().map(guidePathOf);
  const paths = [...Object.values(PATHS), iconPathOf(options.brand.logo), ...guides, '/docs/search', DEMO];
  const send: Stage = async function sendDocumentation(ctx) {
    ctx.set('Content-Security-Policy', ctx.path === PATHS.reference ? POLICIES.reference : POLICIES.guide);
    ctx.set('Referrer-Policy', 'same-origin');
    if (ctx.path === DEMO) {
      const access = isOwnBrowser(ctx) ? await demo?.() : undefined;
      if (!access) throw new PartnerError('partner.route_not_found', `No such path: ${ctx.path}.`);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = access;
      return;
    }
    opening ??= import('./site.ts').then((module) => module.documentationSite(options));
    const site = await opening;
    const file = site.find(ctx.path);
    if (file) return sendFile(ctx, file);
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.body = site.search([ctx.query.q ?? ''].flat()[0] ?? '');
  };
  return { paths, send };
}

/**
 * True for a browser on this machine and this site. The demo's credentials are for the person who
 * started it, not for the network, users of a proxy, or other sites.
 */
function isOwnBrowser({ req }: RouteContext): boolean {
  const { host = '', 'sec-fetch-site': site = 'none' } = req.headers;
  return (
    isLoopbackAddress(req.socket.remoteAddress ?? '') &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host) &&
    (site === 'same-origin' || site === 'none') &&
    !['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'].some((name) => name in req.headers)
  );
}
