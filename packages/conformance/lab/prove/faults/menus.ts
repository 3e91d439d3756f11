import type { Fault } from '../fault.ts';
import { falsy, inParts, parts, without } from '../kinds/parts.ts';
import { asked, forgiving, keyword, server, withBody, withQuery } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';
import { patchSql } from '../sql.ts';

const MENU_WRITES = ['createMenuWithItems', 'updateMenuWithItems'] as const;
const MODIFIER_WRITES = ['createModifier', 'updateModifier'] as const;

/** What a change leaves out stays on the menu, and what stays may be sent again. */
const staying = (member: 'items' | 'stores'): Fault =>
  server(
    `menu-${member}-stay`,
    'menus.replace',
    `${member} that a change leaves out stay on the menu`,
    (deps, mark) => {
      const removal = new RegExp(
        `(delete from region_\\w+\\.menu_${member} where company_id = \\$1 and menu_id = \\$2)`,
      );
      const insertion = new RegExp(`(insert into region_\\w+\\.menu_${member} [\\s\\S]*)$`);
      return patchSql(patchSql(deps, mark, removal, '$1 and false'), () => {}, insertion, '$1 on conflict do nothing');
    },
  );

/** Menus and modifier groups that lose or keep what they should not. */
export const MENU_FAULTS: readonly Fault[] = [
  staying('items'),
  staying('stores'),
  asked(
    'menu-absent-empties',
    'records.merge',
    'a change of a menu without items empties it',
    ['updateMenuWithItems'],
    (request) => ('items' in request.body ? request : withBody(request, { items: [] })),
  ),
  sql(
    'menu-unordered',
    'menus.full',
    'the items of a menu come by their ids',
    /(string_agg\(row_to_json\(item\)::text, ',' order by )position/,
    '$1i.id',
  ),
  sql(
    'menu-price-of-item',
    'menus.full',
    "the price on a menu is the item's",
    /coalesce\(e\.price, i\.price\), i\.currency\) as "effectivePrice"/,
    'i.price, i.currency) as "effectivePrice"',
  ),
  sql(
    'menu-inactive-dropped',
    'menus.full',
    'inactive items are left out of a menu',
    /(where e\.company_id = \$1 and e\.menu_id = m\.id)/,
    '$1 and i.status = 1',
  ),
  sql(
    'menu-sort-order',
    'menus.full',
    'items on a menu have no sort order',
    /e\.sort_order as "sortOrder"/,
    '0 as "sortOrder"',
  ),
  inParts(
    'menu-item-status',
    'menus.full',
    'items are always active on a menu',
    MENU_WRITES,
    'items',
    without('status'),
  ),
  asked('menu-stores-lost', 'menus.full', 'a new menu is at no store', ['createMenuWithItems'], (request) =>
    parts(request, 'stores') ? withBody(request, { stores: [] }) : request,
  ),
  asked(
    'menu-hours-lost',
    'op.createMenuWithItems.body.availability',
    'when a menu is offered is not kept',
    MENU_WRITES,
    (request) => (parts(request, 'availability') ? withBody(request, { availability: [] }) : request),
  ),
  asked('menu-any-is-yes', 'menus.flags', '2 is taken for yes', ['listMenus'], (request) =>
    request.query.delivery === 2 ? withQuery(request, { delivery: 1 }) : request,
  ),
  falsy('delivery', ['listMenus'], 'menus.flags'),
  falsy('online', ['listMenus'], 'menus.flags'),
  asked('menu-flags-together', 'menus.flags', 'takeaway is set with delivery', MENU_WRITES, (request) =>
    'delivery' in request.body ? withBody(request, { takeaway: request.body.delivery }) : request,
  ),
  inParts(
    'option-ids-new',
    'modifiers.full',
    'options get new ids at every change',
    ['updateModifier'],
    'options',
    without('id'),
  ),
  inParts(
    'option-prices-lost',
    'modifiers.full',
    'prices of options are not kept',
    MODIFIER_WRITES,
    'options',
    without('price'),
  ),
  inParts(
    'option-status-lost',
    'modifiers.full',
    'options are always active',
    MODIFIER_WRITES,
    'options',
    without('status'),
  ),
  asked('options-added', 'modifiers.full', 'no option is ever taken away', ['updateModifier'], (request) =>
    parts(request, 'options')?.length === 1 ? withBody(request, { options: undefined }) : request,
  ),
  asked('most-below-least', 'modifiers.bounds', 'maxSelect may be below minSelect', MODIFIER_WRITES, (request) => {
    const { minSelect, maxSelect } = request.body as { minSelect?: number; maxSelect?: number | null };
    return maxSelect != null && maxSelect < (minSelect ?? 0) ? withBody(request, { minSelect: maxSelect }) : request;
  }),
  asked(
    'most-never-null',
    'modifiers.bounds',
    'maxSelect null is as many as there are options',
    MODIFIER_WRITES,
    (request) =>
      request.body.maxSelect === null
        ? withBody(request, { maxSelect: parts(request, 'options')?.length ?? 1 })
        : request,
  ),
  forgiving('no-options', 'modifiers.bounds', 'a group may have no options', 'validateBody', keyword('minItems')),
  sql(
    'item-search-by-code',
    'modifiers.item_search',
    "itemSearch finds an item's code too",
    /and i\.name_key like region_\w+\.search_pattern\((\$\d+)\)/g,
    'and $1::text is not null',
  ),
  sql(
    'group-items-hidden',
    'modifiers.full',
    'items that name a group are not shown on it',
    /(update region_\w+\.modifier_groups g\s+set version = g\.version \+ 1, updated_at = \$3, item_ids = )region_\w+\.json_ids[\s\S]*?\)\)/,
    '$1g.item_ids',
  ),
  sql(
    'group-items-lost',
    'modifiers.full',
    'a group is read without its items',
    /(where m\.company_id = \$1 and m\.modifier_id = g\.id)(\s+\) item)/,
    '$1 and false$2',
  ),
];
