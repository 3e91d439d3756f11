import { type Fault, type Faults, fault, sharing } from '../fault.ts';
import { asking, entriesOf, falsy, forgiving, inEntries, querying, withBody, without } from '../how/handlers.ts';

const MENU_WRITES = ['createMenuWithItems', 'updateMenuWithItems'] as const;
const MODIFIER_WRITES = ['createModifier', 'updateModifier'] as const;

/** Keeps entries of a menu that a change leaves out, so that they may be sent again. */
const staying = (member: 'items' | 'stores'): Fault =>
  fault('menus.replace', `${member} that a change leaves out stay on the menu`, {
    where: { statement: [`menus.delete-${member}`, `menus.insert-${member}`] },
    how: [
      { from: /^(delete from .*)$/s, to: '$1 and false' },
      { from: /^(insert into .*)$/s, to: '$1 on conflict do nothing' },
    ],
  });

const wholeMenuFault = sharing({ where: { statement: 'menus.find-whole' } });
const menuWriteFault = sharing({ where: { operation: MENU_WRITES } });
const menuListFault = sharing({ where: { operation: 'listMenus' } });
const modifierWriteFault = sharing({ where: { operation: MODIFIER_WRITES } });

/** Menus and modifier groups that wrongly lose or keep entries. */
export const MENU_FAULTS: Faults = {
  'server.menu-items-stay': staying('items'),
  'server.menu-stores-stay': staying('stores'),
  'server.menu-absent-empties': fault('records.merge', 'a change of a menu without items empties it', {
    where: { operation: 'updateMenuWithItems' },
    how: asking((request) => ('items' in request.body ? request : withBody(request, { items: [] }))),
  }),
  'statement.menu-unordered': wholeMenuFault('menus.full', 'the items of a menu come by their ids', {
    how: { from: /(string_agg\(row_to_json\(item\)::text, ',' order by )position/, to: '$1i.id' },
  }),
  'statement.menu-price-of-item': wholeMenuFault('menus.full', "the price on a menu is the item's", {
    how: {
      from: 'coalesce(e.price, i.price), i.currency) as "effectivePrice"',
      to: 'i.price, i.currency) as "effectivePrice"',
    },
  }),
  'statement.menu-inactive-dropped': wholeMenuFault('menus.full', 'inactive items are left out of a menu', {
    how: { from: /(where e\.company_id = \$1 and e\.menu_id = m\.id)/, to: '$1 and i.status = 1' },
  }),
  'statement.menu-sort-order': wholeMenuFault('menus.full', 'items on a menu have no sort order', {
    how: { from: 'e.sort_order as "sortOrder"', to: '0 as "sortOrder"' },
  }),
  'server.menu-item-status': menuWriteFault('menus.full', 'items are always active on a menu', {
    how: inEntries('items', without('status')),
  }),
  'server.menu-stores-lost': fault('menus.full', 'a new menu is at no store', {
    where: { operation: 'createMenuWithItems' },
    how: asking((request) => (entriesOf(request, 'stores') ? withBody(request, { stores: [] }) : request)),
  }),
  'server.menu-hours-lost': menuWriteFault(
    'op.createMenuWithItems.body.availability',
    'the availability of a menu is not stored',
    {
      how: asking((request) =>
        entriesOf(request, 'availability') ? withBody(request, { availability: [] }) : request,
      ),
    },
  ),
  'server.menu-any-is-yes': menuListFault('menus.flags', '2 counts as yes', {
    how: querying(({ delivery }) => (delivery === 2 ? { delivery: 1 } : undefined)),
  }),
  'server.zero-delivery-of-listMenus': menuListFault('menus.flags', 'delivery=0 counts as no filter', {
    how: falsy('delivery'),
  }),
  'server.zero-online-of-listMenus': menuListFault('menus.flags', 'online=0 counts as no filter', {
    how: falsy('online'),
  }),
  'server.menu-flags-together': menuWriteFault('menus.flags', 'takeaway is set with delivery', {
    how: asking((request) =>
      'delivery' in request.body ? withBody(request, { takeaway: request.body.delivery }) : request,
    ),
  }),
  'server.option-ids-new': fault('modifiers.full', 'options get new ids at every change', {
    where: { operation: 'updateModifier' },
    how: inEntries('options', without('id')),
  }),
  'server.option-prices-lost': modifierWriteFault('modifiers.full', 'prices of options are not stored', {
    how: inEntries('options', without('price')),
  }),
  'server.option-status-lost': modifierWriteFault('modifiers.full', 'options are always active', {
    how: inEntries('options', without('status')),
  }),
  'server.options-added': fault('modifiers.full', 'options are never removed', {
    where: { operation: 'updateModifier' },
    how: asking((request) =>
      entriesOf(request, 'options')?.length === 1 ? withBody(request, { options: undefined }) : request,
    ),
  }),
  'server.most-below-least': modifierWriteFault('modifiers.bounds', 'maxSelect may be below minSelect', {
    how: asking((request) => {
      const { minSelect, maxSelect } = request.body as { minSelect?: number; maxSelect?: number | null };
      return maxSelect != null && maxSelect < (minSelect ?? 0) ? withBody(request, { minSelect: maxSelect }) : request;
    }),
  }),
  'server.most-never-null': modifierWriteFault('modifiers.bounds', 'maxSelect null is as many as there are options', {
    how: asking((request) =>
      request.body.maxSelect === null
        ? withBody(request, { maxSelect: entriesOf(request, 'options')?.length ?? 1 })
        : request,
    ),
  }),
  'server.no-options': fault('modifiers.bounds', 'a group may have no options', {
    how: forgiving('validateBody', 'minItems'),
  }),
  'statement.item-search-by-code': fault('modifiers.item_search', "itemSearch finds an item's code too", {
    how: {
      from: /and nullif\(region_\w+\.fold\(i\.name\) like region_\w+\.search_pattern\((\$\d+)\), false\) is not null/g,
      to: 'and $1::text is not null',
    },
  }),
  'statement.group-items-hidden': fault('modifiers.full', 'items that name a group are not shown on it', {
    where: { statement: 'item-modifiers.show-on-groups' },
    how: {
      from: /(update region_\w+\.modifier_groups g\s+set version = greatest\(.*?\)\), updated_at = \$3, item_ids = )region_\w+\.json_ids[\s\S]*?\)\)/,
      to: '$1g.item_ids',
    },
  }),
  'statement.group-items-lost': fault('modifiers.full', 'a group is read without its items', {
    where: { statement: 'modifier-groups.find-whole' },
    how: { from: /(where m\.company_id = \$1 and m\.modifier_id = g\.id)(\s+\) item)/, to: '$1 and false$2' },
  }),
};
