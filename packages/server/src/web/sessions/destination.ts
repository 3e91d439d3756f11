import { isLinkCode } from '../../credentials/secrets.ts';
import { isRequestId } from '../../oauth/authorize/pending-requests.ts';

/** Where a sign-in leads: something that this server keeps, named by its code, or the start page. */
export interface Destination {
  readonly path: string;
  /** Carries it through the pages of a sign-in. */
  readonly query: string;
  /** Id of the authorization request, if it is one. */
  readonly requestId: string | undefined;
}

/** The destination that a query or a form names. What names none leads to the start page. */
export function destinationOf(fields: URLSearchParams): Destination {
  const [request = '', invitation = ''] = [fields.get('request') ?? '', fields.get('invitation') ?? ''];
  if (isRequestId(request)) {
    return { path: `/oauth/consent/${request}`, query: `?request=${request}`, requestId: request };
  }
  if (isLinkCode(invitation)) {
    return { path: `/invitations/${invitation}`, query: `?invitation=${invitation}`, requestId: undefined };
  }
  return { path: '/', query: '', requestId: undefined };
}
