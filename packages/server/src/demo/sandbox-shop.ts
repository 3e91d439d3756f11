import type { Region } from '../storage/region.ts';
import type { MerchantData } from './merchant-data.ts';

/** Differences between the shops of the regions. */
interface Place {
  readonly timezone: string;
  readonly addresses: readonly [string, string];
  readonly phone: string;
  readonly tax: string;
  readonly rate: string;
}

const PLACES: Readonly<Record<Region, Place>> = {
  UK: {
    timezone: 'Europe/London',
    addresses: ['1 Sandbox Lane, London', '2 Trial Street, Leeds'],
    phone: '+44 20 7946 0101',
    tax: 'VAT',
    rate: '20.00',
  },
  US: {
    timezone: 'America/New_York',
    addresses: ['1 Sandbox Lane, New York', '2 Trial Street, Boston'],
    phone: '+1 212 555 0101',
    tax: 'Sales tax',
    rate: '8.00',
  },
  IN: {
    timezone: 'Asia/Kolkata',
    addresses: ['1 Sandbox Lane, Mumbai', '2 Trial Street, Pune'],
    phone: '+91 22 5550 0101',
    tax: 'GST',
    rate: '5.00',
  },
  AE: {
    timezone: 'Asia/Dubai',
    addresses: ['1 Sandbox Lane, Dubai', '2 Trial Street, Abu Dhabi'],
    phone: '+971 4 555 0101',
    tax: 'VAT',
    rate: '5.00',
  },
};

/** A small café, which a sandbox merchant begins with: enough of each record to try every operation. */
export function sandboxShop(name: string, region: Region, currency: string): MerchantData {
  const { timezone, addresses, phone, tax, rate } = PLACES[region];
  const [first, second] = addresses;
  return {
    ...{ name, region, currency, demo: true, barcodePrefix: '29', externalPrefix: 'SBX/' },
    stores: [
      { name: 'Main Street', code: 'MAIN', timezone, address: first },
      { name: 'Station', code: 'STATION', timezone, address: second },
    ],
    suppliers: [
      { name: 'Sandbox Roasters', code: 'ROAST', email: 'orders@roasters.example', phone },
      { name: 'Trial Dairy', code: 'DAIRY', email: 'orders@dairy.example', phone },
    ],
    taxes: { [tax]: rate, 'Zero rate': '0.00' },
    modifierGroups: {
      Milk: { min: 1, max: 1, options: { Whole: '0', Oat: '0.50', Almond: '0.60' } },
      Extras: { max: 2, options: { 'Extra shot': '0.80', Syrup: '0.60' } },
    },
    brands: { 'House Roast': 'Roasted for the shop.', Orchard: null },
    departments: [
      {
        name: 'Drinks',
        color: '#6F4E37',
        tax,
        categories: [
          {
            name: 'Coffee',
            code: 'COF',
            madeToOrder: true,
            modifiers: ['Milk', 'Extras'],
            products: {
              Latte: { price: '3.60', sizes: { Small: '0', Large: '0.60' } },
              Cappuccino: { price: '3.50', sizes: { Small: '0', Large: '0.60' } },
              Espresso: '2.40',
            },
          },
          {
            name: 'Cold drinks',
            code: 'CLD',
            lowStock: '12',
            brand: 'Orchard',
            products: { 'Apple juice 330 ml': '2.80', 'Sparkling water 500 ml': '1.90' },
          },
        ],
      },
      {
        name: 'Food',
        color: '#B5651D',
        tax: 'Zero rate',
        categories: [
          {
            name: 'Bakery',
            code: 'BAK',
            lowStock: '6',
            products: { Croissant: '2.60', 'Banana bread': '3.20', 'Cheese sandwich': '4.90' },
            combos: {
              'Breakfast deal': { price: '5.20', parts: [{ product: 'Croissant' }, { product: 'Apple juice 330 ml' }] },
            },
          },
          {
            name: 'To take home',
            code: 'HOM',
            brand: 'House Roast',
            lowStock: '4',
            products: {
              'Coffee beans': { price: '9.50', sizes: { '250 g': '0', '1 kg': '22.00' } },
              'Loose tea': { price: '38.00', weighed: true, unit: 'kg' },
            },
          },
        ],
      },
    ],
    overrides: { STATION: { Espresso: { price: '2.70' } } },
    repriced: { 'Banana bread': '3.40' },
    retired: [],
    salesDays: 14,
    menus: {
      'All day': { channels: ['delivery', 'takeaway', 'online'], categories: ['Coffee', 'Cold drinks', 'Bakery'] },
    },
  };
}
