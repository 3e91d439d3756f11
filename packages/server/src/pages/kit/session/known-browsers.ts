import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { Cookies } from './cookies.ts';

/** Seconds for which a browser is known after a sign-in. */
const LIFETIME = 180 * 24 * 60 * 60;

type Keys = Pick<WebDependencies, 'formKey' | 'webUrl'>;

/** Notes in the browser that somebody has signed in to the account with it. */
export function keepBrowser(ctx: WebContext, keys: Keys, account: string): void {
  const known = knownBrowser(ctx, keys, account) ?? randomBytes(16).toString('base64url');
  new Cookies(keys.webUrl).set(ctx, 'browser', `${known}.${macOf(keys, known, account)}`, LIFETIME);
}

/** Identifies a browser with which somebody has signed in to the account before. */
export function knownBrowser(ctx: WebContext, keys: Keys, account: string): string | undefined {
  const [browser = '', mac = ''] = (new Cookies(keys.webUrl).get(ctx, 'browser') ?? '').split('.');
  const [expected, actual] = [Buffer.from(macOf(keys, browser, account)), Buffer.from(mac)];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? browser : undefined;
}

const macOf = ({ formKey }: Keys, browser: string, account: string): string =>
  createHmac('sha256', formKey).update(`browser ${browser} ${account}`).digest('base64url');
