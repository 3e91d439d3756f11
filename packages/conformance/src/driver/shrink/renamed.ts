import { randomInt } from 'node:crypto';
import type { Sending } from '../world.ts';

/** Requests of an earlier sequence about other records: names get another mark, ids those of the new records. */
export class Renamed {
  readonly #ids = new Map<number, number>();
  readonly #cursors = new Map<string, string>();
  readonly #mark = String(randomInt(10_000_000, 100_000_000));
  readonly #shift = 1 + randomInt(5_000);

  of({ method, url, body, headers = {} }: Sending): Sending {
    const named = Object.entries(headers).map(([name, value]) => [name, this.#text(value)]);
    return { method, url: this.#url(url), body: this.#value(body), headers: Object.fromEntries(named) };
  }

  /** Takes ids and cursors from the responses to a request and to its repetition. */
  learn(before: unknown, after: unknown): void {
    if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return;
    for (const [name, value] of Object.entries(before)) {
      const other = (after as Record<string, unknown>)[name];
      if (name === 'id' && typeof value === 'number' && typeof other === 'number') this.#ids.set(value, other);
      if (name === 'nextCursor' && typeof value === 'string') this.#cursors.set(value, String(other));
      this.learn(value, other);
    }
  }

  #url(url: string): string {
    const decoded = decodeURIComponent(url.replaceAll('+', ' ').replaceAll('%26', '\u0000'));
    const cursor = /cursor=([^&]+)/.exec(decoded)?.[1] ?? '';
    const named = this.#text(decoded.replace(cursor, this.#cursors.get(cursor) ?? cursor));
    const ids = named.replace(/\b\d{5,}\b/g, (id) => String(this.#ids.get(Number(id)) ?? id));
    const [path, query] = ids.split(/\?(.*)/s);
    if (query === undefined) return ids;
    const parameters = query.split('&').map((pair) => pair.split(/=(.*)/s) as [string, string | undefined]);
    const sent = parameters.map(
      ([name, value = '']) => `${name}=${encodeURIComponent(value.replaceAll('\u0000', '&'))}`,
    );
    return `${path}?${sent.join('&')}`;
  }

  #value(value: unknown): unknown {
    if (typeof value === 'number') return this.#ids.get(value) ?? value;
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((one) => this.#value(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#value(one)]));
  }

  /** Names have the mark of their case, which may be respelled; the shortest ones are a single letter. */
  #text(text: string): string {
    if (/^[\u4e00-\u9fff]$/.test(text)) return String.fromCodePoint(text.charCodeAt(0) + this.#shift);
    return text.replace(/(conf-)[0-9a-fé]{8}(-\d+-x-)/gi, `$1${this.#mark}$2`);
  }
}
