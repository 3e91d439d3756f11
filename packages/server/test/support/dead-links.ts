import type { Service } from './service.ts';
import { unescaped, type Visitor } from './web-visitor.ts';

/** Ids of records make no difference to the links of a page, but those of apps do, as each is in another state. */
const kindOf = ({ pathname, search }: URL): string =>
  pathname.replaceAll(/(?<=\/requests\/)[\da-f-]{36}|(?<!\/apps\/)\b\d+\b/g, '0') + search.replaceAll(/\d+/g, '0');

/**
 * Follows every link of the web host and the documentation that a visitor finds from some pages on. Returns those whose
 * page or fragment does not exist, each with the page that has it.
 */
export async function deadLinks(
  { webUrl, apiUrl }: Service,
  visitor: Visitor,
  start: readonly string[],
): Promise<string[]> {
  const hosts = [webUrl, new URL(apiUrl).origin];
  const shown = new Map<string, Promise<string | undefined>>();
  const dead: string[] = [];
  const waiting: { url: URL; from?: string }[] = start.map((path) => ({ url: new URL(path, webUrl) }));

  /** Text of a page; undefined if it does not exist. */
  async function read({ origin, pathname, search, href }: URL): Promise<string | undefined> {
    if (origin === webUrl) {
      const { status, html } = await visitor.open(pathname + search);
      // A page may exist for others, such as the consent screen for people of a merchant.
      return status === 404 || status === 410 || status >= 500 ? undefined : html;
    }
    const answer = await fetch(href);
    const text = await answer.text();
    return answer.ok ? text : undefined;
  }

  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { url, from } = next;
    const key = url.origin + kindOf(url);
    const isNew = !shown.has(key);
    if (isNew) shown.set(key, read(url));
    const html = await shown.get(key);
    // A script draws the parts of the reference.
    const fragment = url.pathname === '/docs' ? '' : decodeURIComponent(url.hash.slice(1));
    if (from && (html === undefined || (fragment && !html.includes(`id="${fragment}"`))))
      dead.push(`${from} → ${url.pathname}${url.search}${url.hash}`);
    // Links within the documentation are tested separately.
    if (!isNew || html === undefined || url.origin !== webUrl) continue;
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      const link = new URL(unescaped(href), url);
      if (hosts.includes(link.origin) && !link.searchParams.has('lang'))
        waiting.push({ url: link, from: url.pathname + url.search });
    }
  }
  return [...new Set(dead)];
}
