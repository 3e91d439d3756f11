import { BAKERY, DELI } from './harbour-coffee-counter.ts';
import { DRINKS, KITCHEN } from './harbour-coffee-menu.ts';
import { MENUS, MODIFIER_GROUPS } from './harbour-coffee-ordering.ts';
import { PANTRY } from './harbour-coffee-pantry.ts';
import { STANDARD, ZERO } from './harbour-coffee-taxes.ts';
import type { MerchantData } from './merchant-data.ts';

/** A sandbox merchant: three coffee shops with a deli counter. */
export const HARBOUR_COFFEE: MerchantData = {
  name: 'Harbour Coffee & Deli',
  region: 'UK',
  currency: 'GBP',
  demo: true,
  barcodePrefix: '20',
  externalPrefix: 'HCD-',
  stores: [
    { name: 'Harbour Street', code: 'LDN-01', timezone: 'Europe/London', address: '14 Harbour Street, London E1W 3TD' },
    { name: 'Market Square', code: 'LDN-02', timezone: 'Europe/London', address: '3 Market Square, London SE10 9HZ' },
    {
      name: 'Riverside Station',
      code: 'LDN-03',
      timezone: 'Europe/London',
      address: 'Unit 6, Riverside Station, London SE1 9SP',
    },
  ],
  suppliers: [
    { name: 'Northern Roasters', code: 'NR', email: 'orders@northern-roasters.example', phone: '+44 20 7946 0018' },
    { name: 'Quayside Bakehouse', code: 'QB', email: 'bakery@quayside.example', phone: '+44 20 7946 0127' },
    { name: 'Cliffside Dairy', code: 'CD', email: 'sales@cliffside-dairy.example', phone: '+44 1632 960 204' },
    {
      name: 'Continental Fine Foods',
      code: 'CFF',
      email: 'trade@continental-fine-foods.example',
      phone: '+44 20 7946 0355',
    },
    { name: 'Saltmarsh Drinks & Snacks', code: 'SDS', email: 'orders@saltmarsh.example', phone: '+44 1632 960 481' },
    { name: 'Greenway Wholesale', code: 'GW', email: 'hello@greenway.example', phone: '+44 20 7946 0692' },
  ],
  taxes: { [STANDARD]: '20.00', 'VAT 5%': '5.00', [ZERO]: '0.00' },
  modifierGroups: MODIFIER_GROUPS,
  brands: {
    'Harbour Roast': 'Our own coffee, roasted weekly.',
    'Quayside Bakehouse': 'Bread and pastry from the bakery next door.',
    'Cliffside Dairy': null,
    'Old Orchard': 'Single-orchard juices.',
    'Saltmarsh Soda': null,
    'Saltmarsh Crisps': null,
    'Mrs Pennock’s': 'Jams and pickles in small batches.',
    'Tidewater Chocolate': 'Bean to bar.',
  },
  departments: [DRINKS, BAKERY, DELI, KITCHEN, PANTRY],
  overrides: {
    'LDN-01': { 'House blend beans': { lowStockLevel: '15' }, 'White sourdough 800 g': { lowStockLevel: '12' } },
    'LDN-02': { 'Full English': { price: '12.50' }, 'Avocado toast': { price: '8.90' }, Bresaola: { status: 0 } },
    'LDN-03': {
      Espresso: { price: '2.40' },
      Cortado: { price: '3.20' },
      'Butter croissant': { price: '2.60', lowStockLevel: '20' },
      'Still water 500 ml': { price: '1.80', lowStockLevel: '48' },
      'Sea salt crisps 40 g': { price: '1.70' },
      'Full English': { status: 0 },
      'Celeriac slaw': { status: 0 },
    },
  },
  repriced: {
    'Flat white': '3.50',
    Latte: '3.50',
    'House blend beans': '9.20',
    'Extra virgin olive oil 500 ml': '13.80',
    'Dark chocolate 70% 100 g': '4.90',
    'Butter croissant': '2.50',
    'Orange juice 250 ml': '3.20',
  },
  retired: [
    'Gingerbread latte',
    'Hot cross bun',
    'Thai squash soup',
    'Rhubarb soda 330 ml',
    'Pork & apple pâté',
    'V60 dripper',
  ],
  menus: MENUS,
};
