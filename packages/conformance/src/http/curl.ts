import type { Sent } from './send.ts';

const LONGEST_BODY = 2_000;

/** Formats a request as a curl command. */
export function toCurl({ method, url, headers, repeated = {}, body }: Sent): string {
  const parts = [`curl -i -X ${method} ${quote(url)}`];
  for (const [name, value] of [...Object.entries(headers), ...Object.entries(repeated)])
    parts.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-raw ${quote(shortened(body))}`);
  return parts.join(' ');
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export const shortened = (text: string, longest = LONGEST_BODY): string =>
  text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
