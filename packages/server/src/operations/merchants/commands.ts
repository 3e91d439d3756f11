import { cellName } from '../../database/cells.ts';
import { command } from '../command.ts';
import { fields } from '../text.ts';

const SANDBOX_OF = { organizationId: '--sandbox-of <organization>' };

export const MERCHANT_COMMANDS = [
  command('merchant list', 'merchant.list', {
    options: ['organizationId', 'region', 'demo', '!demo', '!active', 'search'],
    flags: { ...SANDBOX_OF, '!demo': '--live', '!active': '--inactive' },
    help: {
      organizationId: 'sandbox merchants of this organization',
      region: 'merchants of this region',
      demo: 'demo merchants only',
      '!demo': 'live merchants only',
      '!active': 'deactivated merchants only',
    },
    columns: {
      ID: 'companyId',
      NAME: 'name',
      REGION: 'region',
      CELL: cellName,
      CURRENCY: 'currency',
      KIND: ({ demo }) => (demo ? 'demo' : 'live'),
      'SANDBOX OF': 'organizationId',
      ACTIVE: 'active',
    },
  }),
  command('merchant show', 'merchant.show', { say: (merchant) => fields({ ...merchant, cell: cellName(merchant) }) }),
  command('merchant create', 'merchant.create', {
    flags: SANDBOX_OF,
    help: {
      region: 'where its data is kept',
      organizationId: 'id of the organization',
      demoData: 'begin with stores, items, orders and sales; for a sandbox merchant',
    },
    done: ({ companyId, name, demo }) => `Created ${demo ? 'sandbox' : 'live'} merchant ${companyId}, ${name}.`,
  }),
  command('merchant reset', 'merchant.reset', {
    help: { companyId: 'id of the sandbox merchant' },
    consequence: ({ companyId }) => `Everything that merchant ${companyId} has will be deleted.`,
    done: ({ companyId, storeIds }) =>
      `Gave merchant ${companyId} new demo data, with the stores ${storeIds.join(' and ')}.`,
  }),
  command('merchant stores', 'store.list', {
    columns: { ID: 'storeId', CODE: 'code', NAME: 'name', ACTIVE: 'active' },
  }),
  command('merchant update', 'merchant.update', {
    options: ['name', 'cashRounding'],
    done: ({ companyId, name, cashRounding }) =>
      `Merchant ${companyId} is called ${name}, and its smallest coin is ${cashRounding}.`,
  }),
  command('merchant move', 'merchant.move', {
    flags: { to: '--to <cell>' },
    help: {
      to: 'cell of its region to live in, such as UK_2; the same command goes on with a move',
      finish: 'remove the copy in the cell that it has left',
      abort: 'undo a move before the switch; without its new cell, as far as possible',
    },
    again: ({ next }) => next,
    done: ({ done }) => done,
  }),
  command('merchant moves', 'move.list', {
    columns: { MERCHANT: 'companyId', FROM: 'from', TO: 'to', STATE: 'state', SINCE: 'startedAt' },
  }),
  command('merchant deactivate', 'merchant.deactivate', {
    done: ({ companyId }) => `Closed merchant ${companyId}: within 30 seconds, no app reaches it.`,
  }),
  command('merchant activate', 'merchant.activate', { done: ({ companyId }) => `Merchant ${companyId} is active.` }),
  command('merchant erase', 'merchant.erase', {
    help: { records: 'remove all of its records too; it must have been deactivated a minute before' },
    consequence: ({ companyId, records }) =>
      `Merchant ${companyId} will be closed, its connections end, and its people are erased${records ? ' with all of its records' : ''}.`,
    done: ({ companyId, people, connections }, { records }) =>
      `Erased merchant ${companyId}: ${people} people, ${connections} connections${records ? ', and all of its records' : ''}.`,
  }),
];
