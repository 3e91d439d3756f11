import { isLinkCode } from '../../../credentials/secrets.ts';
import { isRequestId } from '../../../oauth/consent/pending-requests.ts';

/** Where a sign-in leads: something that this server keeps, named by its code, or the start page. */
export interface Destination {
  readonly path: string;
  /** Carries it through the pages of a sign-in. */
  readonly query: string;
  /** Id of the authorization request, if it is one. */
  readonly requestId: string | undefined;
}

/** Pages of invitations, by the field that has the code of one: to a merchant, and to an organization. */
const INVITATIONS = { invitation: '/invitations', 'developer-invitation': '/console/invitations' } as const;

/** The destination that a query or a form names. What names none leads to the start page. */
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
