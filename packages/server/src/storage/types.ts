import pg from 'pg';

const INT8 = 20;
const DATE_LIKE = new Set([1082, 1114, 1184]);

/** Ids become numbers, and dates stay text as the database wrote them. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (DATE_LIKE.has(oid)) return String;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};
