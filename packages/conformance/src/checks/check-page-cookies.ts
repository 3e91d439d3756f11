import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

/** Attributes of one `Set-Cookie` line, names in lower case. */
const attributesOf = (line: string): ReadonlyMap<string, string> =>
  new Map(
    line
      .split(';')
      .slice(1)
      .map((part) => part.trim().split('='))
      .map(([name = '', value = '']) => [name.toLowerCase(), value]),
  );

/** Every cookie of the consent host is limited to the host, hidden from scripts and not sent by other sites. */
export function checkPageCookies({ answer }: Seen): Finding[] {
  const isSecure = answer.sent.url.startsWith('https:');
  return answer.cookies.flatMap((line) => {
    const name = line.split('=')[0] ?? '';
    const attributes = attributesOf(line);
    const claims: [boolean, string, string][] = [
      [attributes.has('httponly'), 'consent.cookies_unread', 'has no HttpOnly'],
      [/^(lax|strict)$/i.test(attributes.get('samesite') ?? ''), 'consent.cookies_same_site', 'is sent by other sites'],
      [attributes.get('path') === '/', 'consent.cookies', 'is not for the whole host (Path=/)'],
      [!attributes.has('domain'), 'consent.cookies', 'has a Domain'],
      [!isSecure || attributes.has('secure'), 'consent.cookies', 'has no Secure'],
      [!isSecure || name.startsWith('__Host-'), 'consent.cookies', 'is not a __Host- cookie'],
    ];
    return claims.flatMap(([holds, requirement, what]) =>
      holds ? [] : [finding(requirement, `the cookie ${name} ${what}`, answer)],
    );
  });
}
