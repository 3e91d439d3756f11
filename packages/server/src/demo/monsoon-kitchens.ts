import type { MerchantData } from './merchant-data.ts';

const GST_5 = 'GST 5%';
const GST_18 = 'GST 18%';
const EXEMPT = 'GST exempt';

const PORTIONS = { Half: '0', Full: '140.00' };

/** A live merchant, and so nobody's sandbox: two restaurants with a sweet counter. */
export const MONSOON_KITCHENS: MerchantData = {
  name: 'Monsoon Kitchens',
  region: 'IN',
  currency: 'INR',
  demo: false,
  barcodePrefix: '22',
  externalPrefix: 'MK.',
  stores: [
    {
      name: 'Bandra West',
      code: 'BOM-BW',
      timezone: 'Asia/Kolkata',
      address: '27 Hill Road, Bandra West, Mumbai 400050',
    },
    {
      name: 'कोरमंगला',
      code: 'BLR-KM',
      timezone: 'Asia/Kolkata',
      address: '80 Feet Road, Koramangala 4th Block, Bengaluru 560034',
    },
  ],
  suppliers: [
    { name: 'Sahyadri Farm Produce', code: 'SFP', email: 'orders@sahyadri-produce.example', phone: '+91 22 5550 0146' },
    { name: 'Malabar Spice Traders', code: 'MST', email: 'trade@malabar-spice.example', phone: '+91 484 555 0128' },
    { name: 'श्री गोपाल डेयरी', code: 'SGD', email: 'dairy@gopal.example', phone: '+91 80 5550 0191' },
    { name: 'Deccan Beverages', code: 'DB', email: 'sales@deccan-beverages.example', phone: '+91 40 5550 0113' },
  ],
  taxes: { [GST_5]: '5.00', [GST_18]: '18.00', [EXEMPT]: '0.00' },
  modifierGroups: {
    'Spice level': { min: 1, max: 1, options: { Mild: '0', Medium: '0', Hot: '0', 'मुंबई तीखा': '0' } },
    'Add-ons': {
      max: 3,
      options: { Raita: '40.00', 'Extra paneer': '80.00', 'Extra gravy': '60.00', 'Fried egg': '35.00' },
      unavailable: ['Fried egg'],
    },
    Sweetness: { min: 1, max: 1, options: { 'No sugar': '0', 'कम मीठा': '0', Regular: '0' } },
  },
  brands: {
    'Monsoon Pantry': 'Masalas, pickles and snacks of our own kitchens.',
    'Gopal Dairy': null,
    'Nilgiri Hills': 'Tea and coffee from the Nilgiris.',
  },
  departments: [
    {
      name: 'Kitchen',
      color: '#D9822B',
      tax: GST_5,
      madeToOrder: true,
      modifiers: ['Spice level', 'Add-ons'],
      categories: [
        {
          name: 'Starters',
          code: 'STR',
          products: {
            'Paneer tikka': { price: '280.00', description: 'From the tandoor, with mint chutney.' },
            'Chicken 65': '320.00',
            'हरा भरा कबाब': '240.00',
            'Onion bhaji': '160.00',
            'Masala papad': { price: '60.00', modifiers: [] },
            'Prawn koliwada': '420.00',
          },
        },
        {
          name: 'Curries',
          code: 'CUR',
          sizes: PORTIONS,
          products: {
            'Butter chicken': '290.00',
            'पालक पनीर': '240.00',
            'Dal makhani': '210.00',
            'Malabar fish curry': '340.00',
            'Rogan josh': '360.00',
            'Chana masala': '190.00',
          },
        },
        {
          name: 'Biryani & rice',
          code: 'BIR',
          products: {
            'Hyderabadi chicken biryani': { price: '260.00', sizes: PORTIONS },
            'Vegetable dum biryani': { price: '220.00', sizes: PORTIONS },
            'Jeera rice': { price: '140.00', modifiers: [] },
            'Curd rice': { price: '150.00', modifiers: [] },
          },
        },
        {
          name: 'Breads',
          code: 'BRD',
          modifiers: [],
          products: {
            'Butter naan': '60.00',
            'Garlic naan': '75.00',
            'तंदूरी रोटी': '35.00',
            'Malabar paratha': '55.00',
          },
        },
      ],
    },
    {
      name: 'Sweets & snacks',
      color: '#B03A5B',
      tax: GST_5,
      categories: [
        {
          name: 'Mithai',
          code: 'MIT',
          weighed: true,
          unit: 'kg',
          lowStock: '3',
          products: {
            'काजू कतली': { price: '1180.00', description: 'Cashew and silver leaf; keeps for ten days.' },
            'Gulab jamun': '420.00',
            'मोतीचूर लड्डू': '480.00',
            'Mysore pak': '640.00',
            'Milk peda': { price: '560.00', brand: 'Gopal Dairy' },
            Jalebi: '360.00',
          },
        },
        {
          name: 'Namkeen',
          code: 'NMK',
          brand: 'Monsoon Pantry',
          lowStock: '12',
          products: {
            Bhujia: { price: '95.00', sizes: { '200 g': '0', '400 g': '80.00', '1 kg': '310.00' } },
            'Banana chips 200 g': '120.00',
            'Masala peanuts 250 g': '110.00',
            'Murukku 250 g': '105.00',
            'Khakhra, methi 200 g': '90.00',
          },
        },
      ],
    },
    {
      name: 'Drinks',
      color: '#2E8B8B',
      tax: GST_5,
      categories: [
        {
          name: 'Chai & coffee',
          code: 'CHA',
          madeToOrder: true,
          unit: 'cup',
          brand: 'Nilgiri Hills',
          modifiers: ['Sweetness'],
          products: {
            'मसाला चाय': { price: '40.00', sizes: { Cutting: '0', Regular: '20.00' } },
            'Filter coffee': '60.00',
            'Ginger lemon tea': '50.00',
          },
        },
        {
          name: 'Cold drinks',
          code: 'CLD',
          lowStock: '24',
          products: {
            'Mango lassi': { price: '120.00', madeToOrder: true, brand: 'Gopal Dairy' },
            'Salted chaas': { price: '60.00', madeToOrder: true, brand: 'Gopal Dairy' },
            'Tender coconut water 250 ml': '80.00',
            'Jeera soda 300 ml': { price: '45.00', tax: GST_18 },
            'Fresh lime soda 300 ml': { price: '55.00', tax: GST_18 },
            'Drinking water 1 l': { price: '25.00', tax: GST_18, lowStock: '48' },
          },
        },
      ],
    },
    {
      name: 'Pantry',
      color: '#8B6B3D',
      tax: GST_5,
      brand: 'Monsoon Pantry',
      categories: [
        {
          name: 'Masalas & pickles',
          lowStock: '10',
          products: {
            'Garam masala 100 g': '130.00',
            'Sambar powder 200 g': '140.00',
            'Kashmiri chilli powder 100 g': '125.00',
            'आम का अचार 400 ग्राम': '180.00',
            'Lime pickle 400 g': '170.00',
            'Desi ghee': { price: '390.00', brand: 'Gopal Dairy', sizes: { '500 ml': '0', '1 l': '360.00' } },
          },
        },
        {
          name: 'Tea & coffee to take home',
          code: 'TAK',
          brand: 'Nilgiri Hills',
          lowStock: '8',
          products: {
            'Nilgiri leaf tea 250 g': '260.00',
            'Filter coffee powder': { price: '240.00', sizes: { '250 g': '0', '500 g': '220.00' } },
          },
        },
        {
          name: 'Fresh dairy',
          code: 'DRY',
          tax: EXEMPT,
          brand: 'Gopal Dairy',
          weighed: true,
          unit: 'kg',
          lowStock: '4',
          products: { 'ताज़ा पनीर': '440.00', 'Set curd': '120.00' },
        },
      ],
    },
    {
      name: 'Offers',
      color: '#5B4B8A',
      tax: GST_5,
      categories: [
        {
          name: 'Thalis',
          code: 'THA',
          combos: {
            'Vegetarian thali': {
              price: '420.00',
              parts: [
                { product: 'पालक पनीर', size: 'Half' },
                { product: 'Dal makhani', size: 'Half' },
                { product: 'Jeera rice' },
                { product: 'तंदूरी रोटी', quantity: '2' },
                { product: 'Gulab jamun', quantity: '0.080' },
              ],
            },
            'Coastal thali': {
              price: '540.00',
              parts: [
                { product: 'Malabar fish curry', size: 'Half' },
                { product: 'Curd rice' },
                { product: 'Malabar paratha', quantity: '2' },
              ],
            },
          },
        },
        {
          name: 'Bundles',
          code: 'BUN',
          combos: {
            'Biryani for one': {
              price: '299.00',
              parts: [{ product: 'Hyderabadi chicken biryani', size: 'Half' }, { product: 'Jeera soda 300 ml' }],
            },
            'Chai & namkeen': {
              price: '130.00',
              parts: [{ product: 'मसाला चाय', size: 'Regular' }, { product: 'Masala peanuts 250 g' }],
            },
          },
        },
      ],
    },
  ],
  overrides: {
    'BOM-BW': { 'Prawn koliwada': { price: '460.00' }, 'काजू कतली': { lowStockLevel: '6' } },
    'BLR-KM': {
      'Filter coffee': { price: '45.00' },
      'Prawn koliwada': { status: 0 },
      'Drinking water 1 l': { price: '20.00', lowStockLevel: '96' },
    },
  },
  repriced: { 'काजू कतली': '1240.00', 'Garlic naan': '80.00', 'Tender coconut water 250 ml': '90.00' },
  retired: ['Onion bhaji', 'Khakhra, methi 200 g', 'Ginger lemon tea'],
  menus: {
    'À la carte': {
      channels: ['takeaway'],
      categories: ['Starters', 'Curries', 'Biryani & rice', 'Breads', 'Chai & coffee', 'Cold drinks'],
      days: [0, 1, 2, 3, 4, 5, 6],
      times: [
        ['12:00', '15:30'],
        ['19:00', '23:30'],
      ],
    },
    नाश्ता: {
      description: 'Chai, coffee and snacks.',
      channels: ['takeaway', 'online'],
      categories: ['Chai & coffee', 'Namkeen', 'Bundles'],
      days: [1, 2, 3, 4, 5, 6],
      times: [['08:00', '11:30']],
    },
    Delivery: {
      channels: ['delivery', 'online'],
      categories: ['Thalis', 'Bundles', 'Starters', 'Curries', 'Biryani & rice', 'Breads'],
      prices: { 'Vegetarian thali': '450.00', 'Coastal thali': '580.00', 'Paneer tikka': '310.00' },
      days: [0, 1, 2, 3, 4, 5, 6],
      times: [['12:00', '23:00']],
    },
    'Sweet counter': { channels: ['takeaway', 'online'], categories: ['Mithai', 'Namkeen'], stores: ['BOM-BW'] },
  },
};
