import { type Faults, fault } from '../fault.ts';
import { inList } from '../how/answers.ts';
import { inParameter } from '../how/requests.ts';

/** Lists by `ids`, `externalId` and `updatedAt` that select other records. */

const RANGE = 'lists.updated_range';

export const DELTA_LIST_FAULTS: Faults = {
  'statement.delta-from-later': fault(RANGE, 'updatedFrom leaves out records of that instant', {
    how: { from: /r\.updated_at >= (\$\d+)/g, to: 'r.updated_at > $1' },
  }),
  'statement.delta-to-same': fault(RANGE, 'updatedTo includes records of that instant', {
    how: { from: /r\.updated_at < (\$\d+)/g, to: 'r.updated_at <= $1' },
  }),
  'statement.delta-from-second': fault(RANGE, 'updatedFrom begins with its whole second', {
    how: { from: /r\.updated_at >= (\$\d+::timestamptz)/g, to: "r.updated_at >= date_trunc('second', $1)" },
  }),
  'request.delta-offset-ignored': fault(RANGE, 'the offset of updatedFrom is ignored', {
    how: inParameter('updatedFrom', (text) => text.replace(/\+\d\d:\d\d$/, 'Z')),
  }),
  'statement.delta-first-id': fault('lists.ids', 'only the first of several ids selects a record', {
    how: { from: /r\.id = any\((\$\d+::bigint\[\])\)/g, to: 'r.id = ($1)[1]' },
  }),
  'list.delta-total-of-ids': fault('lists.total', 'the total counts the ids that were sent', {
    how: inList(({ pagination }, { url }) => {
      const ids = new URLSearchParams(url.split('?')[1]).get('ids');
      if (ids !== null) pagination.total = ids.split(',').length;
    }),
  }),
  'statement.delta-external-id-case': fault('lists.external_id', 'externalId ignores the case', {
    how: { from: /r\.external_id = (\$\d+)/g, to: 'lower(r.external_id) = lower($1)' },
  }),
  'statement.delta-external-id-prefix': fault('lists.external_id', 'externalId finds records that begin with it', {
    how: { from: /r\.external_id = (\$\d+)/g, to: 'starts_with(r.external_id, $1)' },
  }),
};
