import type { DatabasePool } from '../pool.ts';
import type { NumberedRequest, RecordedRequest } from './logged-request.ts';

type Request = RecordedRequest & { readonly id: number };

/** The requests with the app of each; without those whose client id is nobody's. */
export async function nameApps(
  control: DatabasePool | undefined,
  requests: readonly Request[],
): Promise<NumberedRequest[]> {
  const clientIds = requests.flatMap((request) => ('clientId' in request ? [request.clientId] : []));
  const apps = control && clientIds.length > 0 ? await appsOf(control, clientIds) : new Map<string, number>();
  return requests.flatMap((request) => {
    if ('appId' in request) return [request];
    const { clientId, ...rest } = request;
    const appId = apps.get(clientId);
    return appId === undefined ? [] : [{ ...rest, appId, unproved: true }];
  });
}

async function appsOf(control: DatabasePool, clientIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await control.query<{ clientId: string; appId: number }>(
    'select client_id as "clientId", app_id as "appId" from control.client_credentials where client_id = any($1)',
    [[...new Set(clientIds)]],
  );
  return new Map(rows.map(({ clientId, appId }) => [clientId, appId]));
}
