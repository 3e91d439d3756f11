import type { ItemLine, Line, OpeningStockLine, StoreLine } from '../lines.ts';

/** Stores west and east of UTC, some by half hours; one has another currency. Sorting by code and by name gives different orders. */
export const STORES: readonly StoreLine[] = [
  {
    type: 'store',
    externalId: 'quay',
    name: 'Conf quay',
    code: 'B20',
    timezone: 'Europe/London',
    address: '1 quay Street',
  },
  {
    type: 'store',
    externalId: 'hill',
    name: 'Conf hill',
    code: 'C10',
    timezone: 'America/Los_Angeles',
    address: '1 hill Street',
  },
  {
    type: 'store',
    externalId: 'mill',
    name: 'Conf mill',
    code: 'A30',
    timezone: 'Asia/Kolkata',
    address: '1 mill Street',
  },
  {
    type: 'store',
    externalId: 'isle',
    name: 'Conf isle',
    code: 'D05',
    timezone: 'Pacific/Auckland',
    currency: 'NZD',
    address: '1 isle Street',
  },
];

const supplier = ([name, code]: readonly [name: string, code: string]): Line => ({
  type: 'supplier',
  externalId: name,
  name: `Conf ${name}`,
  code,
  email: `${name}@conf.example`,
  phone: '+440000',
});

const tax = (name: string, rate: string): Line => ({ type: 'tax', externalId: name, name, rate });

export const REFERENCES: readonly Line[] = [
  ...STORES,
  ...(
    [
      ['north', 'S2'],
      ['south', 'S1'],
      ['east', 'S3'],
    ] as const
  ).map(supplier),
  tax('Standard', '20.00'),
  tax('Reduced', '5.00'),
  tax('Zero', '0.00'),
];

const item = (code: string, fields: Partial<ItemLine>): ItemLine => ({
  type: 'item',
  externalId: code,
  name: `Conf known ${code}`,
  itemCode: `CONF-${code}`,
  ...fields,
});

/** Items with and without tracked stock, weighed, with variants, combined; one is never sold. */
export const ITEMS: readonly ItemLine[] = [
  item('tea', { price: '2.49', tax: 'Reduced', trackStock: false }),
  item('gift', { price: '10', tax: 'Zero', trackStock: false }),
  item('scone', { price: '3.25', cost: '1.1025', tax: 'Zero', trackStock: true, lowStockLevel: '5' }),
  item('beans', { price: '18.4', cost: '9.3333', tax: 'Reduced', trackStock: true, unit: 'kg', weighingScale: 1 }),
  item('mug', { price: '8', tax: 'Standard', trackStock: true }),
  item('jam', { price: '4.1', cost: '2', tax: 'Standard', trackStock: true, lowStockLevel: '1' }),
  item('pie', { price: '6', cost: '3.05', tax: 'Standard', trackStock: true, lowStockLevel: '20' }),
  item('shirt', {
    itemType: 1,
    price: '24',
    cost: '6.5',
    tax: 'Standard',
    trackStock: true,
    variants: [
      { name: 'S', itemCode: 'CONF-shirt-S' },
      { name: 'M', itemCode: 'CONF-shirt-M', price: '25.5', cost: '7.25' },
      { name: 'L', itemCode: 'CONF-shirt-L', price: '26.75' },
    ],
  }),
  item('hamper', {
    itemType: 2,
    price: '45',
    tax: 'Standard',
    trackStock: false,
    components: [
      { item: 'beans', quantity: '0.25' },
      { item: 'tea', quantity: '3' },
      { item: 'mug', quantity: '2' },
      { item: 'shirt', variant: 'M', quantity: '1' },
    ],
  }),
  item('box', {
    itemType: 2,
    price: '11',
    tax: 'Reduced',
    trackStock: false,
    components: [
      { item: 'scone', quantity: '1' },
      { item: 'mug', quantity: '1' },
    ],
  }),
  item('roll', { price: '1.2', tax: 'Zero', trackStock: true }),
  item('pin', { price: '0.9', tax: 'Zero', trackStock: false }),
];

const changed = (code: string, fields: Partial<ItemLine>): ItemLine => ({
  ...(ITEMS.find(({ externalId }) => externalId === code) as ItemLine),
  ...fields,
});

/** Items as they become after some sales: a combo has other components, and stock is tracked no more, or from now on. */
export const CHANGED_ITEMS: readonly ItemLine[] = [
  changed('box', {
    components: [
      { item: 'scone', quantity: '2' },
      { item: 'shirt', variant: 'L', quantity: '1' },
    ],
  }),
  changed('roll', { trackStock: false }),
  changed('pin', { trackStock: true }),
];

const COUNTED: readonly (readonly [item: string, variant: string | null, quantity: string])[] = [
  ['scone', null, '400'],
  ['beans', null, '250.125'],
  ['mug', null, '300'],
  ['jam', null, '7'],
  ['shirt', 'S', '120'],
  ['shirt', 'M', '180'],
  ['shirt', 'L', '90'],
];

const opening = (
  store: string,
  goods: readonly [item: string, variant: string | null, quantity: string],
  more: string,
) => {
  const [code, variant, quantity] = goods;
  const externalId = [store, code, variant, more].filter(Boolean).join('-');
  const line = { type: 'openingStock', externalId, store, item: code, quantity, at: '2025-03-02T00:00:00Z' } as const;
  return variant === null ? line : { ...line, variant };
};

/** Opening stock of every tracked item at every store. The first item has two lines; the pie is only in stock there. */
export const OPENINGS: readonly OpeningStockLine[] = [
  ...STORES.flatMap(({ externalId }) => COUNTED.map((goods) => opening(externalId, goods, ''))),
  opening('quay', ['scone', null, '12.5'], 'again'),
  opening('quay', ['pie', null, '12'], ''),
  opening('quay', ['roll', null, '20'], ''),
];
