import type { RouteContext } from '../context.ts';

const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'];

/**
 * True for a browser on this machine that asks for one of this page's own parts: the demo's credentials are for whoever
 * started the demo, not for its network, for a proxy's users, or for pages of other sites.
 */
export function isOwnBrowser({ req }: RouteContext): boolean {
  const { host = '', 'sec-fetch-site': site = 'none' } = req.headers;
  return (
    LOOPBACK.test(req.socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(host) &&
    (site === 'same-origin' || site === 'none') &&
    FORWARDED.every((name) => req.headers[name] === undefined)
  );
}
