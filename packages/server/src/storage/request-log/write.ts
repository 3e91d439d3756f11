import type { DatabasePool } from '../pool.ts';
import { type Region, schemaOf } from '../region.ts';
import { withConnection } from '../transaction.ts';
import { batchesOf, minutesOf, namesOf } from './batch.ts';
import type { NumberedRequest } from './logged-request.ts';
import { runsOf } from './runs.ts';

/** One statement, and so one round trip and one transaction. */
const WRITE = `
  with written as (
    insert into region.request_batches (app_id, unproved, last_id, last_at, size, requests)
    select "appId", unproved, "lastId", "lastAt", size, requests
    from json_to_recordset($1) as r ("appId" bigint, unproved boolean, "lastId" bigint, "lastAt" timestamptz,
      size integer, requests json)),
  named as (
    insert into region.usage_names as n (app_id, day, operation, part, name, requests)
    select "appId", day, operation, part, name, requests
    from json_to_recordset($3) as r ("appId" bigint, day date, operation text, part text, name text, requests bigint)
    on conflict (app_id, day, operation, part, name) do update set requests = n.requests + excluded.requests)
  insert into region.usage_minutes as u
    (app_id, merchant_id, minute, operation, status, code, requests, counted, milliseconds)
  select "appId", "merchantId", minute, operation, status, code, requests, counted, milliseconds
  from json_to_recordset($2) as r ("appId" bigint, "merchantId" bigint, minute timestamptz, operation text,
    status smallint, code text, requests integer, counted integer, milliseconds double precision)
  on conflict (app_id, minute, merchant_id, operation, status, code) do update set
    requests = u.requests + excluded.requests, counted = u.counted + excluded.counted,
    milliseconds = u.milliseconds + excluded.milliseconds`;

/** Writes requests of one region with their counts. Takes a connection as a write does, which needs space on the disk. */
export const writeRequests = (
  pool: DatabasePool,
  region: Region,
  requests: readonly NumberedRequest[],
): Promise<unknown> =>
  withConnection(pool, (client) => {
    const runs = runsOf(requests);
    return client.query({
      name: `request-log.write@${region}`,
      text: WRITE.replaceAll('region.', `${schemaOf(region)}.`),
      values: [batchesOf(requests), minutesOf(runs), namesOf(runs)].map((rows) => JSON.stringify(rows)),
    });
  });
