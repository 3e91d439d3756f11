import type { Databases } from '@tillgate/server/database/database.ts';
import { REGION_FILES } from '@tillgate/server/database/schema-files.ts';
import { REGIONS, schemaOf } from '@tillgate/server/process/region.ts';
import type { Columns } from './sql/columns.ts';

/** Columns of the directory's tables and of a region's. */
export async function readColumns({ control, regions }: Databases): Promise<Columns> {
  const text = `select table_name, column_name, data_type from information_schema.columns
    where table_schema in ('control', $1) order by table_schema desc, table_name, ordinal_position`;
  type Row = { table_name: string; column_name: string; data_type: string };
  const columns: Record<string, [string, string][]> = {};
  const [region] = REGIONS;
  for (const pool of new Set([regions[region], control])) {
    const { rows } = await pool.query<Row>(text, [schemaOf(region)]);
    for (const { table_name, column_name, data_type } of rows) {
      columns[table_name] ??= [];
      columns[table_name].push([column_name, data_type]);
    }
  }
  return columns;
}

/** The functions and triggers of a region, by file, without comments. */
export const schemaTexts = (): ReadonlyMap<string, string> =>
  new Map(
    Object.values(REGION_FILES)
      .flat()
      .map(({ name, sql }) => [name, sql.replaceAll(/^ *--[^\n]*/gm, '').trim()]),
  );

/** Replaces functions and triggers in every region. */
export async function replaceInSchema({ regions }: Databases, sql: string): Promise<void> {
  for (const region of REGIONS) await regions[region].query(sql.replaceAll(/\bregion\./g, `${schemaOf(region)}.`));
}
