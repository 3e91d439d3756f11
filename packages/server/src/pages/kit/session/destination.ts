import { isLinkCode } from '../../../control/credentials/secrets.ts';
import { isRequestId } from '../../../oauth/consent/pending-requests.ts';

/** Page after a sign-in: an authorization request, an invitation or the start page. */
export interface Destination {
  readonly path: string;
  /** Query that carries it through the sign-in pages. */
  readonly query: string;
  /** Id of the authorization request, if there is one. */
  readonly requestId: string | undefined;
}

/** Paths of invitations to a merchant and to an organization, by the field that holds their code. */
const INVITATIONS = { invitation: '/invitations', 'developer-invitation': '/console/invitations' } as const;

/** Destination named by a query or form; the start page if there is none. */
export function destinationOf(fields: URLSearchParams): Destination {
  const request = fields.get('request') ?? '';
  if (isRequestId(request)) {
    return { path: `/oauth/consent/${request}`, query: `?request=${request}`, requestId: request };
  }
  for (const [field, path] of Object.entries(INVITATIONS)) {
    const code = fields.get(field) ?? '';
    if (isLinkCode(code)) return { path: `${path}/${code}`, query: `?${field}=${code}`, requestId: undefined };
  }
  return { path: '/', query: '', requestId: undefined };
}
