import type { Db } from '../access.ts';

/** A table as a backup has it: its columns without generated ones, which the database makes again. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isForced: boolean;
}

/** Tables of a schema, but for the list of its migrations. */
export async function tablesOf(db: Db, schema: string): Promise<Table[]> {
  const { rows } = await db.query<{ name: string; columns: string[]; isForced: boolean }>(
    `select format('%I.%I', $1::text, c.relname) as name, c.relforcerowsecurity as "isForced",
       array(select format('%I', a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = to_regnamespace($1) and c.relkind = 'r' and c.relname <> 'migrations' order by c.relname`,
    [schema],
  );
  return rows;
}

/** Names of a schema's sequences. */
export async function sequencesOf(db: Db, schema: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', $1::text, relname) as name from pg_class
     where relnamespace = to_regnamespace($1) and relkind = 'S' order by relname`,
    [schema],
  );
  return rows.map(({ name }) => name);
}
