import { problemOfHostName } from '../../process/host-names.ts';
import { isLiteralAddress, loopbackAddresses } from './public-address.ts';

const MAX_LENGTH = 512;

/** The rule that the URL of an endpoint breaks, if any. With `loopback`, it may be on the server's own machine. */
export function problemOfEndpointUrl(text: string, { loopback }: { readonly loopback: boolean }): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (!/^[!-~]+$/.test(text)) return 'must contain only printable ASCII characters and no spaces';
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.username || url.password) return 'must not have a user name or password';
  if (text.includes('#')) return 'must not have a fragment';
  return problemOfHost(url, loopback) ?? problemOfHostName(url) ?? problemOfForm(text, url);
}

function problemOfHost({ protocol, hostname }: URL, loopback: boolean): string | undefined {
  if (loopback && (protocol === 'http:' || protocol === 'https:') && loopbackAddresses(hostname)) return undefined;
  if (protocol !== 'https:') {
    return loopback
      ? 'must begin with https://, or with http:// on localhost or 127.0.0.1'
      : 'must begin with https://';
  }
  if (isLiteralAddress(hostname)) return 'must have a host name instead of an address';
  if (!/[^.]\.[^.]/.test(hostname) || /(^|\.)localhost\.?$/.test(hostname)) return 'must have a public host name';
  return undefined;
}

/** Accepts only the form to which parsers reduce all others, so that everyone reads the same host. */
const problemOfForm = (text: string, { href, pathname, search, origin }: URL): string | undefined =>
  text === href || (pathname === '/' && text === origin + search) ? undefined : `must be in its normal form: ${href}`;
