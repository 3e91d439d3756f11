import { familyOf } from '../contract/family.ts';
import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

/** No cache may store tokens or merchants' data. */
export function checkStorage({ answer, path, request }: Seen): Finding[] {
  const control = answer.headers['cache-control'] ?? '';
  if (familyOf(path) !== 'partner') {
    return /\bno-store\b/.test(control) ? [] : [finding('oauth.no_store', `Cache-Control is "${control}"`, answer)];
  }
  const isPrivate = /\bno-store\b/.test(control) || (/\bprivate\b/.test(control) && /\bno-cache\b/.test(control));
  if (!request.budget || isPrivate) return [];
  return [finding('http.private_cache', `Cache-Control of a merchant's data is "${control}"`, answer)];
}
