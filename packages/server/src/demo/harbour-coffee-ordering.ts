import type { MerchantData } from './merchant-data.ts';

export const MODIFIER_GROUPS: MerchantData['modifierGroups'] = {
  Milk: {
    min: 1,
    max: 1,
    options: { Whole: '0', 'Semi-skimmed': '0', Oat: '0.50', Soya: '0.40', Almond: '0.50', Coconut: '0.50' },
    unavailable: ['Coconut'],
  },
  'Extra shots': { max: 1, options: { 'One extra shot': '0.70', 'Two extra shots': '1.30', Decaf: '0' } },
  Syrups: { max: 2, options: { Vanilla: '0.60', Caramel: '0.60', Hazelnut: '0.60', 'Sugar-free vanilla': '0.60' } },
  Sauces: { options: { Ketchup: '0', 'Brown sauce': '0', 'English mustard': '0', Mayonnaise: '0' } },
  'How would you like your eggs?': { min: 1, max: 1, options: { Fried: '0', Poached: '0', Scrambled: '0' } },
  'Breakfast extras': {
    max: 4,
    options: {
      'Extra egg': '1.20',
      'Back bacon': '2.00',
      'Cumberland sausage': '2.20',
      'Grilled halloumi': '2.40',
      'Smoked salmon': '3.20',
      Avocado: '2.00',
      Toast: '1.40',
    },
  },
};

const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [0, 6];
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

export const MENUS: MerchantData['menus'] = {
  'All day': {
    description: 'Everything from the bar and the counter.',
    channels: ['takeaway'],
    categories: ['Coffee', 'Tea & chocolate', 'Cold drinks', 'Juices & smoothies', 'Pastries', 'Cakes & biscuits'],
  },
  Breakfast: {
    description: 'Until half past eleven.',
    channels: ['takeaway', 'online'],
    categories: ['Breakfast', 'Coffee', 'Tea & chocolate', 'Pastries'],
    days: WORKDAYS,
    times: [['07:00', '11:30']],
  },
  'Weekend brunch': {
    channels: [],
    categories: ['Breakfast', 'Soups & hot food', 'Coffee', 'Juices & smoothies'],
    prices: { 'Full English': '13.50', 'Avocado toast': '9.20' },
    days: WEEKEND,
    times: [['09:00', '14:30']],
    stores: ['LDN-01', 'LDN-02'],
  },
  Lunch: {
    channels: ['takeaway', 'online'],
    categories: ['Sandwiches', 'Soups & hot food', 'Meal deals', 'Cold drinks'],
    days: WORKDAYS,
    times: [['11:30', '15:00']],
  },
  Delivery: {
    description: 'What travels well, at delivery prices.',
    channels: ['delivery', 'online'],
    categories: ['Sandwiches', 'Pastries', 'Cakes & biscuits', 'Cold drinks', 'Juices & smoothies'],
    prices: {
      'Smoked salmon bagel': '7.20',
      'Salt beef & pickle baguette': '7.60',
      'Chicken Caesar wrap': '6.30',
      'Butter croissant': '2.80',
      'Still water 500 ml': '1.90',
    },
    days: EVERY_DAY,
    times: [
      ['08:00', '11:00'],
      ['11:30', '19:30'],
    ],
    stores: ['LDN-01', 'LDN-03'],
  },
  'Summer picnic': {
    description: 'In preparation.',
    status: 0,
    channels: ['online'],
    categories: ['Cheese', 'Charcuterie'],
    stores: ['LDN-01'],
  },
};
