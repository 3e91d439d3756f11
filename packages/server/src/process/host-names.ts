const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * The rule that the host of a URL breaks, if any. Parsers accept hosts that no name server has: empty labels, as in
 * `.example.com`, and ones with quotes or with hyphens at their ends (RFC 1123 §2.1). Many accept underscores, and some servers have them.
 */
export function problemOfHostName({ hostname }: URL): string | undefined {
  if (hostname.startsWith('[')) return undefined;
  if (
    hostname.length <= 253 &&
    hostname
      .replace(/\.$/, '')
      .split('.')
      .every((label) => LABEL.test(label))
  )
    return undefined;
  return 'must have a valid host name';
}
