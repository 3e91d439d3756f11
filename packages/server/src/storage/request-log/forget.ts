import type { DatabasePool } from '../pool.ts';

/** Takes the requests that were about one merchant out of the log of every app. Their counts, which say nothing else, stay. */
export async function forgetRequests(pool: DatabasePool, schema: string, companyId: number): Promise<void> {
  await pool.query(
    `update ${schema}.request_batches b set requests = kept.requests, size = kept.size
     from (select id, coalesce(json_agg(r order by place) filter (where theirs), '[]') as requests,
         count(*) filter (where theirs) as size
       from (select id, r, place, (r->>'companyId')::bigint is distinct from $1 as theirs
         from ${schema}.request_batches, json_array_elements(requests) with ordinality as e (r, place)) each
       group by id having not bool_and(theirs)) kept
     where b.id = kept.id`,
    [companyId],
  );
}
