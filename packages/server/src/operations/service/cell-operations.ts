import { strictObject } from 'valibot';
import { merchantsByCell } from '../../control/merchants/merchants.ts';
import { Availability, conditionsOf } from '../../database/availability.ts';
import { cellOf } from '../../database/cells.ts';
import { reading } from '../operation.ts';

/** Operations on cells, the databases of merchants. */
export const CELL_OPERATIONS = {
  'cell.list': reading({
    summary: 'List the cells of the regions, with their state and the number of their merchants.',
    actors: ['operator'],
    input: strictObject({}),
    async read(pool, _, { databases }) {
      const [report, merchants] = await Promise.all([new Availability(databases).check(), merchantsByCell(pool)]);
      const data = conditionsOf(report).map(([cell, { status, reason = null }]) => ({
        cell,
        region: cellOf(cell)?.region,
        status,
        reason,
        merchants: merchants.get(cell) ?? 0,
      }));
      return { data, next: null };
    },
  }),
} as const;
