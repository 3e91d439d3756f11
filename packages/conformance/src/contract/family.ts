/** Endpoint family, which determines the error body. */
export function familyOf(path: string): 'mint' | 'oauth' | 'partner' {
  const [bare] = path.split('?');
  if (bare === '/token') return 'mint';
  return bare === '/oauth/token' || bare === '/oauth/revoke' ? 'oauth' : 'partner';
}
