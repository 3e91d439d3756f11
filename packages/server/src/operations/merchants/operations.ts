import { optional, strictObject } from 'valibot';
import { coin, currency, flag, id, nameOf, PAGING, region, search } from '../../control/input.ts';
import { describeMerchant, MERCHANTS } from '../../control/merchants/describe-merchant.ts';
import { openMoves } from '../../control/merchants/merchant-moves.ts';
import { changeMerchant, type Merchant, setMerchantActive } from '../../control/merchants/merchants.ts';
import { listStores } from '../../control/merchants/stores.ts';
import { contains, readPage } from '../../control/page.ts';
import { acting, changing, reading } from '../operation.ts';
import { eraseMerchant } from './erase-merchant.ts';
import { moveMerchant } from './move-merchant.ts';
import { createWithData, resetSandbox } from './sandboxes.ts';

const name = nameOf('a merchant');
const _personName = nameOf('a person');

export const MERCHANT_OPERATIONS = {
  'merchant.list': reading({
    summary: 'List merchants.',
    actors: ['operator', 'developer'],
    input: strictObject({
      organizationId: optional(id),
      region: optional(region),
      demo: optional(flag),
      active: optional(flag),
      search: optional(search),
      ...PAGING,
    }),
    read: (pool, { organizationId, region, demo, active, search, ...page }) =>
      readPage<Merchant>(
        pool,
        MERCHANTS,
        {
          'organization_id = $': organizationId,
          'region = $': region,
          'demo = $': demo,
          'active = $': active,
          [contains('name')]: search,
        },
        page,
      ),
  }),
  'merchant.show': reading({
    summary: 'Show a merchant.',
    actors: ['operator', 'developer', 'owner', 'employee'],
    input: strictObject({ companyId: id }),
    read: (pool, { companyId }) => describeMerchant(pool, companyId),
  }),
  'merchant.create': acting({
    summary: 'Create a live merchant or, of an organization, a sandbox merchant.',
    actors: ['operator', 'developer'],
    input: strictObject({ name, region, currency, organizationId: optional(id), demoData: optional(flag, false) }),
    cells: true,
    act: createWithData,
  }),
  'merchant.reset': acting({
    summary: 'Replace everything that a sandbox merchant has by demo data.',
    actors: ['operator', 'developer'],
    input: strictObject({ companyId: id }),
    cells: true,
    act: resetSandbox,
  }),
  'store.list': reading({
    summary: "List a merchant's stores.",
    actors: ['operator', 'developer', 'owner', 'employee'],
    input: strictObject({ companyId: id }),
    read: async (pool, { companyId }, { regions, origin }) => ({
      data: await listStores(regions, await describeMerchant(pool, companyId), origin.correlationId),
      next: null,
    }),
  }),
  'merchant.update': changing({
    summary: 'Rename a merchant, or change the smallest coin, by less than which its tills round cash.',
    actors: ['operator', 'developer'],
    input: strictObject({ companyId: id, name: optional(name), cashRounding: optional(coin) }),
    change: changeMerchant,
  }),
  'merchant.deactivate': changing({
    summary: 'Close a merchant to apps and to its people. Its data stays.',
    actors: ['operator'],
    input: strictObject({ companyId: id }),
    change: (tx, { companyId }) => setMerchantActive(tx, companyId, false),
  }),
  'merchant.activate': changing({
    summary: 'Open a merchant again.',
    actors: ['operator'],
    input: strictObject({ companyId: id }),
    change: (tx, { companyId }) => setMerchantActive(tx, companyId, true),
  }),
  'merchant.erase': acting({
    summary:
      'Close a merchant for good: end its connections, and erase its people and their data; on request, its records too.',
    actors: ['operator'],
    input: strictObject({ companyId: id, records: optional(flag, false) }),
    cells: true,
    act: eraseMerchant,
  }),
  'merchant.move': acting({
    summary:
      'Move a merchant to another cell of its region, step by step; then remove its old copy, or abort before the switch.',
    actors: ['operator'],
    input: strictObject({ companyId: id, to: optional(search), finish: optional(flag), abort: optional(flag) }),
    cells: true,
    act: moveMerchant,
  }),
  'move.list': reading({
    summary: 'List the moves of merchants that have not ended, the oldest first.',
    actors: ['operator'],
    input: strictObject({}),
    read: async (pool) => ({ data: await openMoves(pool), next: null }),
  }),
} as const;
