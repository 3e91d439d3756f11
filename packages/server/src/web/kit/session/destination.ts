import { isLinkCode } from '../../../credentials/secrets.ts';
import { isRequestId } from '../../../oauth/consent/pending-requests.ts';

/** Page that follows a sign-in: an authorization request, an invitation, or the start page. */
export interface Destination {
  readonly path: string;
  /** Query that names it on the pages of a sign-in. */
  readonly query: string;
  /** Id of the authorization request, if it is one. */
  readonly requestId: string | undefined;
}

/** Paths of invitations by the field with their code: to a merchant, and to an organization. */
const INVITATIONS = { invitation: '/invitations', 'developer-invitation': '/console/invitations' } as const;

/** The destination that a query or a form names; the start page if it names none. */
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
