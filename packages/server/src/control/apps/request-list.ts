import { type Advice, adviceOn } from '../../contract/guides.ts';
import type { Asked, Regions } from '../../database/regions.ts';
import { latestRequests } from '../../request-log/list-requests.ts';
import type { LoggedRequest } from '../../request-log/logged-request.ts';
import type { Page, PageRequest } from '../page.ts';

export interface RequestFilter {
  /** A status, such as 404, or a status class, such as 4xx. */
  readonly status?: string | undefined;
  readonly code?: string | undefined;
  /** An operation or a part of its name: `items` finds listItems. */
  readonly operation?: string | undefined;
  /** A correlation id or its beginning. */
  readonly correlationId?: string | undefined;
  readonly companyId?: number | undefined;
  /** From this instant on, RFC 3339 in UTC. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** A request; rejected ones come with advice. */
export type ListedRequest = LoggedRequest & { readonly advice: Advice | null };

/** A page of the latest requests, with the regions that are unavailable. */
export type RequestPage = Page<ListedRequest> & Pick<Asked<unknown>, 'unavailable'>;

/** Latest requests of an app that match the filter, newest first. */
export async function listRequests(
  regions: Regions,
  appId: number,
  filter: RequestFilter,
  { limit, after = Number.POSITIVE_INFINITY }: PageRequest,
  now: number,
): Promise<RequestPage> {
  const { requests, unavailable } = await latestRequests(regions, appId, now);
  const found = requests.filter((request) => request.id < after && fulfils(request, filter));
  const data = found.slice(0, limit).map((request) => ({ ...request, advice: adviceOn(request.code) ?? null }));
  return { data, next: found.length > limit ? (data.at(-1)?.id ?? null) : null, unavailable };
}

function fulfils(request: LoggedRequest, filter: RequestFilter): boolean {
  const { status, code, operation, correlationId, companyId, since, until } = filter;
  return (
    (status === undefined || new RegExp(`^${status.replace('xx', '\\d\\d')}$`).test(String(request.status))) &&
    (code === undefined || request.code === code) &&
    (operation === undefined || request.operation.toLowerCase().includes(operation.toLowerCase())) &&
    (companyId === undefined || request.companyId === companyId) &&
    (since === undefined || request.at >= since) &&
    (until === undefined || request.at < until) &&
    (correlationId === undefined || request.correlationId.startsWith(correlationId))
  );
}
