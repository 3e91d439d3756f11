import type { Fault, Replacement } from '../fault.ts';

/** Changes to statements. In a replacement, `$1` is a group of the pattern and `$$1` a parameter of the statement. */

/** Replaces `company_id = $1`, so that every company matches. */
export const ANY_COMPANY = 'company_id >= 0 and $$1::bigint is not null';

/** Makes reads of a table's single records ignore the company. */
export const anyCompanyRead = (table: string): Pick<Fault, 'where' | 'how'> => ({
  where: { statement: `${table}.find` },
  how: { from: 'company_id = $1', to: ANY_COMPANY },
});

/** Makes the list of a table ignore the company. List statements are composed and have no stable names. */
export const anyCompanyListed = (table: string): Pick<Fault, 'how'> => ({
  how: {
    from: new RegExp(`(region_\\w+\\.${table} r where [^()]*?)r\\.company_id = \\$1`, 'g'),
    to: `$1r.${ANY_COMPANY}`,
  },
});

/** Parts of report statements: the requested days, stores and company. */
export const BETWEEN = 'between \\$2::date and \\$3::date';
export const AT_STORES = '\\(\\$4::bigint\\[\\] is null or r\\.store_id = any\\(\\$4::bigint\\[\\]\\)\\)';
export const ANY_STORE = '$1($$4::bigint[] is null or true)';
export const COMPANY = 'r\\.company_id = \\$1';

/** Matches every company, using the alias in the pattern's first group. */
export const ANY_COMPANY_OF_ROW = '$1r.company_id >= 0 and $$1::bigint is not null';

/** Makes writes see another state of the record by replacing patterns in the text of its row. */
export function found(
  state: string,
  ...changes: readonly (readonly [pattern: string, instead: string])[]
): Replacement {
  return {
    from: /select (.+) as doc, version/,
    to: (_, doc) => {
      const changed = changes.reduce((text, [from, to]) => `regexp_replace(${text}, '${from}', '${to}', 'g')`, doc);
      return `select case when ${doc} ~ '${state}' then ${changed} else ${doc} end as doc, version`;
    },
  };
}

/** Drops movements that do not meet a condition. */
export const moving = (condition: string): Replacement => ({
  from: /with ordinality as m \([^)]*\)/,
  to: (m) => `${m} where ${condition}`,
});

/** Books the movements of one kind of document at another store. */
export const movingTo = (kind: string, store: string): Replacement => ({
  from: /select \* from (unnest\([^)]*\))\s+(with ordinality as m \([^)]*\))/,
  to: (_, unnested, m) =>
    `select id, case when kind = '${kind}' then (${store}) else store_id end as store_id, item_id, variant_id,
       line_id, change, unit_cost, kind, document_id, at, n from ${unnested} ${m}`,
});
