import type { MerchantData } from './merchant-data.ts';

const VAT = 'VAT 5%';
const ZERO = 'VAT zero rate';

/** A sandbox merchant: two grocery shops. */
export const DESERT_ROSE: MerchantData = {
  name: 'Desert Rose Market',
  region: 'AE',
  currency: 'AED',
  demo: true,
  barcodePrefix: '21',
  externalPrefix: 'DRM/',
  stores: [
    { name: 'Al Wasl', code: 'DXB-1', timezone: 'Asia/Dubai', address: '218 Al Wasl Road, Jumeirah, Dubai' },
    { name: 'مارينا ووك', code: 'DXB-2', timezone: 'Asia/Dubai', address: 'Shop 11, Marina Walk, Dubai Marina, Dubai' },
  ],
  suppliers: [
    { name: 'Al Ain Dates & Farm Produce', code: 'AAD', email: 'orders@alain-dates.example', phone: '+971 3 555 0142' },
    { name: 'Gulf Fresh Trading', code: 'GFT', email: 'sales@gulf-fresh.example', phone: '+971 4 555 0177' },
    { name: 'Levant Pantry Imports', code: 'LPI', email: 'trade@levant-pantry.example', phone: '+971 4 555 0119' },
    { name: 'مطاحن الواحة', code: 'OAM', email: 'orders@oasis-mills.example', phone: '+971 2 555 0163' },
  ],
  taxes: { [VAT]: '5.00', [ZERO]: '0.00' },
  modifierGroups: {
    'Gift wrapping': { max: 1, options: { Paper: '5.00', 'صندوق خشبي': '35.00', 'Velvet pouch': '20.00' } },
    Sugar: { min: 1, max: 1, options: { 'بدون سكر': '0', Medium: '0', Sweet: '0' } },
  },
  brands: {
    'Desert Rose': 'Packed in our own shops.',
    'بيت التمر': 'Dates from the farms of Al Ain.',
    'Oasis Mills': null,
    'Jabal Spice': 'Whole and ground spices.',
  },
  departments: [
    {
      name: 'Dates & nuts',
      color: '#7B3F00',
      tax: VAT,
      categories: [
        {
          name: 'Dates',
          code: 'DAT',
          weighed: true,
          unit: 'kg',
          lowStock: '5',
          brand: 'بيت التمر',
          products: {
            'تمر خلاص': '42.00',
            'تمر سكري': '48.00',
            'Ajwa dates': { price: '95.00', description: 'From Madinah; small, dark and soft.' },
            'Medjool dates, jumbo': '78.00',
            'Fard dates': '28.00',
          },
        },
        {
          name: 'Nuts & seeds',
          code: 'NUT',
          weighed: true,
          unit: 'kg',
          lowStock: '4.500',
          products: {
            'Roasted pistachios': '92.00',
            'Smoked almonds': '68.00',
            'Raw cashews': '59.00',
            'Walnut halves': '64.00',
            'بزر دوار الشمس': '22.00',
            'Mixed nuts, salted': '55.00',
          },
        },
        {
          name: 'Gift boxes',
          code: 'GFT',
          lowStock: '6',
          brand: 'Desert Rose',
          modifiers: ['Gift wrapping'],
          products: {
            'Stuffed dates box': { price: '65.00', sizes: { '250 g': '0', '500 g': '55.00', '1 kg': '150.00' } },
            'علبة بقلاوة مشكلة': { price: '48.00', sizes: { صغيرة: '0', كبيرة: '42.00' } },
            'Saffron & cardamom gift tin': '120.00',
          },
        },
      ],
    },
    {
      name: 'Grocery',
      color: '#C19A6B',
      tax: VAT,
      categories: [
        {
          name: 'Spices',
          code: 'SPC',
          brand: 'Jabal Spice',
          lowStock: '10',
          products: {
            'Bezar spice mix 100 g': '14.50',
            'Zaatar 200 g': '16.00',
            'Sumac 100 g': '12.50',
            'Dried limes 150 g': '11.00',
            'Ground turmeric 100 g': '8.50',
            'Cinnamon sticks 80 g': '9.50',
            'زعفران 2 غ': { price: '39.00', lowStock: '5' },
            'Green cardamom': { price: '24.00', sizes: { '50 g': '0', '100 g': '20.00' } },
          },
        },
        {
          name: 'Rice & pulses',
          code: 'RIC',
          brand: 'Oasis Mills',
          lowStock: '12',
          products: {
            'Basmati rice': { price: '18.00', sizes: { '1 kg': '0', '2 kg': '16.00', '5 kg': '58.00' } },
            'Calrose rice 1 kg': '14.00',
            'عدس أحمر 1 كغ': '11.50',
            'Chickpeas 1 kg': '10.50',
            'Bulgur, coarse 1 kg': '12.00',
            'Freekeh 500 g': '17.50',
          },
        },
        {
          name: 'Oils & preserves',
          lowStock: '8',
          products: {
            'Olive oil, first press 750 ml': '58.00',
            'Tahini 400 g': '19.50',
            'دبس تمر 400 غ': { price: '23.00', brand: 'بيت التمر' },
            'Pomegranate molasses 300 ml': '18.00',
            'Sidr honey 250 g': { price: '145.00', description: 'From the mountains of Hatta.' },
            'Rose water 250 ml': '9.00',
            'Makdous 600 g': '26.00',
          },
        },
      ],
    },
    {
      name: 'Fresh',
      color: '#4F7942',
      tax: ZERO,
      categories: [
        {
          name: 'Fruit & vegetables',
          code: 'FRV',
          weighed: true,
          unit: 'kg',
          lowStock: '6',
          products: {
            Tomatoes: '6.50',
            خيار: '5.75',
            Aubergines: '7.25',
            'Red onions': '4.50',
            Lemons: '9.00',
            Pomegranates: '14.50',
            Watermelon: '3.75',
          },
        },
        {
          name: 'Dairy & bread',
          code: 'DAI',
          lowStock: '15',
          products: {
            'Labneh 400 g': '13.50',
            'Halloumi 225 g': '17.00',
            'Laban 1 l': '7.50',
            'خبز عربي': { price: '3.50', brand: 'Oasis Mills', lowStock: '30' },
            'Manakish base, pack of 4': { price: '9.00', brand: 'Oasis Mills' },
            'Akkawi cheese': { price: '46.00', weighed: true, unit: 'kg', lowStock: '3' },
          },
        },
      ],
    },
    {
      name: 'Coffee corner',
      color: '#4B3621',
      tax: VAT,
      categories: [
        {
          name: 'Served coffee & tea',
          code: 'COF',
          madeToOrder: true,
          unit: 'cup',
          modifiers: ['Sugar'],
          products: {
            'قهوة عربية': '12.00',
            Karak: { price: '8.00', sizes: { Small: '0', Large: '4.00' } },
            'Turkish coffee': '14.00',
            'Mint tea': '10.00',
          },
        },
        {
          name: 'Sets',
          combos: {
            'Coffee & dates': {
              price: '18.00',
              parts: [{ product: 'قهوة عربية' }, { product: 'Medjool dates, jumbo', quantity: '0.060' }],
            },
            'Karak & baklava': {
              price: '52.00',
              parts: [
                { product: 'Karak', size: 'Large' },
                { product: 'علبة بقلاوة مشكلة', size: 'صغيرة' },
              ],
            },
            'Mezze night box': {
              price: '64.00',
              parts: [
                { product: 'Labneh 400 g' },
                { product: 'Halloumi 225 g' },
                { product: 'Makdous 600 g' },
                { product: 'خبز عربي', quantity: '2' },
              ],
              description: 'For four.',
            },
            'سلة رمضان': {
              price: '135.00',
              parts: [
                { product: 'Basmati rice', size: '5 kg' },
                { product: 'عدس أحمر 1 كغ', quantity: '2' },
                { product: 'تمر خلاص', quantity: '0.500' },
                { product: 'Rose water 250 ml' },
              ],
            },
          },
        },
      ],
    },
  ],
  overrides: {
    'DXB-1': { Watermelon: { lowStockLevel: '20' }, 'Akkawi cheese': { lowStockLevel: '5' } },
    'DXB-2': {
      'قهوة عربية': { price: '14.00' },
      'Saffron & cardamom gift tin': { price: '129.00', lowStockLevel: '10' },
      'Bulgur, coarse 1 kg': { status: 0 },
    },
  },
  repriced: { Tomatoes: '7.25', 'Sidr honey 250 g': '160.00', 'Olive oil, first press 750 ml': '64.00' },
  retired: ['Fard dates', 'Manakish base, pack of 4', 'Dried limes 150 g'],
  menus: {
    'Coffee corner': {
      channels: ['takeaway'],
      categories: ['Served coffee & tea', 'Sets'],
      days: [0, 1, 2, 3, 4, 5, 6],
      times: [
        ['07:30', '12:00'],
        ['16:00', '24:00'],
      ],
    },
    هدايا: { channels: ['delivery', 'online'], categories: ['Gift boxes', 'Dates'] },
    'Home delivery': {
      description: 'Within the hour in Jumeirah and the Marina.',
      channels: ['delivery', 'online'],
      categories: [
        'Fruit & vegetables',
        'Dairy & bread',
        'Rice & pulses',
        'Oils & preserves',
        'Spices',
        'Nuts & seeds',
      ],
      prices: { Watermelon: '4.25', 'Laban 1 l': '8.00' },
      days: [0, 1, 2, 3, 4, 5, 6],
      times: [['09:00', '22:00']],
    },
    'Ramadan evenings': {
      status: 0,
      channels: ['takeaway', 'delivery'],
      categories: ['Sets', 'Dates'],
      days: [0, 1, 2, 3, 4, 5, 6],
      times: [['18:00', '24:00']],
      stores: ['DXB-1'],
    },
  },
};
