import sql from 'sql-template-tag';
import { optional, strictObject } from 'valibot';
import { changeControl } from '../control/control.ts';
import { DirectoryError } from '../control/errors.ts';
import { coin, currency, flag, id, nameOf, region, search } from '../control/input.ts';
import { openMoves } from '../control/merchant-moves.ts';
import {
  changeMerchant,
  createMerchant,
  describeMerchant,
  listStores,
  lockMerchant,
  MERCHANTS,
  type Merchant,
  requireUnerased,
  setMerchantActive,
} from '../control/merchants.ts';
import { lockOrganization } from '../control/organizations.ts';
import { contains } from '../control/page.ts';
import { cellName } from '../database/cells.ts';
import { BACK_OFFICE } from '../database/statement.ts';
import { eraseMerchant } from './erase-merchant.ts';
import { moveMerchant } from './move-merchant.ts';
import { acting, type Call, changing, listing, reading } from './operation.ts';
import { fields } from './text.ts';

/** Maximum number of sandbox merchants per organization. They are never removed, and anyone can sign up. */
const MAX_SANDBOXES = 50;

/** Fills a sandbox merchant with demo data, whose modules are loaded on first use. */
async function fill({ regions, origin }: Call, merchant: Merchant): Promise<number[]> {
  const { fillSandbox } = await import('../back-office/demo/history.ts');
  return fillSandbox(regions, merchant, origin.correlationId ?? BACK_OFFICE.correlationId);
}

const name = nameOf('a merchant');

export const MERCHANT_OPERATIONS = {
  'merchant.list': reading({
    summary: 'List merchants.',
    actors: ['operator', 'developer'],
    ...listing<Merchant>(MERCHANTS)({
      organizationId: [optional(id), 'organization_id = $'],
      region: [optional(region), 'region = $'],
      demo: [optional(flag), 'demo = $'],
      active: [optional(flag), 'active = $'],
      search: [optional(search), contains('name')],
    }),
    fields: {
      organizationId: { flag: '--sandbox-of <organization>', help: 'sandbox merchants of this organization' },
      region: 'merchants of this region',
      demo: 'demo merchants only',
      '!demo': { flag: '--live', help: 'live merchants only' },
      '!active': { flag: '--inactive', help: 'deactivated merchants only' },
      search: { label: 'Name' },
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
    command: { options: ['organizationId', 'region', 'demo', '!demo', '!active', 'search'] },
  }),
  'merchant.show': reading({
    summary: 'Show a merchant.',
    actors: ['operator', 'developer', 'owner', 'employee'],
    input: strictObject({ companyId: id }),
    read: (pool, { companyId }) => describeMerchant(pool, companyId),
    say: (merchant) => fields({ ...merchant, cell: cellName(merchant) }),
  }),
  'merchant.create': acting({
    summary: 'Create a live merchant or, of an organization, a sandbox merchant.',
    actors: ['operator', 'developer'],
    input: strictObject({ name, region, currency, organizationId: optional(id), demoData: optional(flag, false) }),
    cells: true,
    /** If the region becomes unavailable, the merchant is created without data. */
    async act(call, { organizationId, demoData, ...given }) {
      const demo = organizationId !== undefined;
      if (demoData && !demo) throw new DirectoryError('Demo data is for the sandbox merchants of an organization.');
      if (demoData) (await import('../back-office/demo/sales.ts')).checkDemoCurrency(given.currency);
      const requested = { ...given, demo, organizationId: organizationId ?? null };
      const merchant = await changeControl(call.control, call.origin, async (tx) => {
        if (demo) {
          await lockOrganization(tx, organizationId);
          const sandboxes = sql`control.merchants where organization_id = ${organizationId} and active`;
          if ((await tx.count(sandboxes)) >= MAX_SANDBOXES)
            throw new DirectoryError(
              `An organization has at most ${MAX_SANDBOXES} sandbox merchants; reset one instead.`,
            );
        }
        return createMerchant(tx, requested, call.regions.cellsIn(requested.region));
      });
      return { ...merchant, storeIds: demoData ? await fill(call, merchant) : [] };
    },
    fields: {
      region: { hint: 'The cluster that stores its data. It cannot be changed later.', help: 'where its data is kept' },
      currency: { hint: 'It cannot be changed later.' },
      organizationId: {
        label: 'Organization',
        hint: 'Enter its id to create a demo company in its sandbox. Leave it empty for a live merchant.',
        flag: '--sandbox-of <organization>',
        help: 'id of the organization',
      },
      demoData: 'begin with stores, items, orders and sales; for a sandbox merchant',
    },
    done: ({ companyId, name, demo }) => `Created ${demo ? 'sandbox' : 'live'} merchant ${companyId}, ${name}.`,
  }),
  'merchant.reset': acting({
    summary: 'Replace everything that a sandbox merchant has by demo data.',
    actors: ['operator', 'developer'],
    input: strictObject({ companyId: id }),
    cells: true,
    async act(call, { companyId }) {
      const { checkDemoCurrency } = await import('../back-office/demo/sales.ts');
      // The audit entry is written first, because the data may be in another database.
      const merchant = await changeControl(call.control, call.origin, async (tx) => {
        const found = await lockMerchant(tx, companyId);
        if (found.organizationId === null)
          throw new DirectoryError(`The merchant ${companyId} is not a sandbox merchant.`);
        checkDemoCurrency(found.currency);
        await requireUnerased(tx, companyId);
        await tx.audit('merchant.reset', { companyId, organizationId: found.organizationId });
        return found;
      });
      return { ...merchant, storeIds: await fill(call, merchant) };
    },
    fields: { companyId: 'id of the sandbox merchant' },
    asks: ({ companyId }) => ({
      title: `Reset ${companyId}?`,
      effect:
        'Everything that the merchant has is deleted and replaced by new demo data, with new ids. The company id, people and connections stay. This takes a few seconds.',
      submit: 'Reset data',
    }),
    done: ({ companyId, storeIds }) =>
      `Gave merchant ${companyId} new demo data, with the stores ${storeIds.join(' and ')}.`,
  }),
  'store.list': reading({
    summary: "List a merchant's stores.",
    actors: ['operator', 'developer', 'owner', 'employee'],
    input: strictObject({ companyId: id }),
    read: async (pool, { companyId }, { regions, origin }) => ({
      data: await listStores(regions, await describeMerchant(pool, companyId), origin.correlationId),
      next: null,
    }),
    columns: { ID: 'storeId', CODE: 'code', NAME: 'name', ACTIVE: 'active' },
    command: { path: 'merchant stores' },
  }),
  'merchant.update': changing({
    summary: 'Rename a merchant, or change the smallest coin, by less than which its tills round cash.',
    actors: ['operator', 'developer'],
    input: strictObject({ companyId: id, name: optional(name), cashRounding: optional(coin) }),
    change: changeMerchant,
    command: { options: ['name', 'cashRounding'] },
    done: ({ companyId, name, cashRounding }) =>
      `Merchant ${companyId} is called ${name}, and its smallest coin is ${cashRounding}.`,
  }),
  'merchant.move': acting({
    summary:
      'Move a merchant to another cell of its region, step by step; then remove its old copy, or abort before the switch.',
    actors: ['operator'],
    input: strictObject({ companyId: id, to: optional(search), finish: optional(flag), abort: optional(flag) }),
    cells: true,
    act: moveMerchant,
    fields: {
      to: {
        flag: '--to <cell>',
        help: 'cell of its region to live in, such as UK_2; the same command goes on with a move',
      },
      finish: 'remove the copy in the cell that it has left',
      abort: 'undo a move before the switch; without its new cell, as far as possible',
    },
    command: { again: ({ next }) => next },
    done: ({ done }) => done,
  }),
  'move.list': reading({
    summary: 'List the moves of merchants that have not ended, the oldest first.',
    actors: ['operator'],
    input: strictObject({}),
    read: async (pool) => ({ data: await openMoves(pool), next: null }),
    columns: { MERCHANT: 'companyId', FROM: 'from', TO: 'to', STATE: 'state', SINCE: 'startedAt' },
    command: { path: 'merchant moves' },
  }),
  'merchant.deactivate': changing({
    summary: 'Close a merchant to apps and to its people. Its data stays.',
    actors: ['operator'],
    input: strictObject({ companyId: id }),
    change: (tx, { companyId }) => setMerchantActive(tx, companyId, false),
    asks: ({ companyId }) => ({
      title: `Close ${companyId}?`,
      effect: 'Its apps and people have no access until it is opened again. Its data is kept.',
      submit: 'Close',
    }),
    done: ({ companyId }) => `Closed merchant ${companyId}: within 30 seconds, no app reaches it.`,
  }),
  'merchant.activate': changing({
    summary: 'Open a merchant again.',
    actors: ['operator'],
    input: strictObject({ companyId: id }),
    change: (tx, { companyId }) => setMerchantActive(tx, companyId, true),
    done: ({ companyId }) => `Merchant ${companyId} is active.`,
  }),
  'merchant.erase': acting({
    summary:
      'Close a merchant for good: end its connections, and erase its people and their data; on request, its records too.',
    actors: ['operator'],
    input: strictObject({ companyId: id, records: optional(flag, false) }),
    cells: true,
    act: eraseMerchant,
    fields: { records: 'remove all of its records too; it must have been deactivated a minute before' },
    asks: ({ companyId }, { records }) => ({
      title: `Erase ${companyId}?`,
      effect: `The merchant is closed and its connections end. People with no other role are erased, and so are open invitations, contact details of its suppliers, the log of requests for it, and addresses in its audit log${records ? ', and all of its records' : ''}. This cannot be undone.`,
      submit: 'Erase',
    }),
    done: ({ companyId, people, connections }, { records }) =>
      `Erased merchant ${companyId}: ${people} people, ${connections} connections${records ? ', and all of its records' : ''}.`,
  }),
} as const;
