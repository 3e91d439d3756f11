import { STANDARD, ZERO } from './harbour-coffee-taxes.ts';
import type { DepartmentData } from './merchant-data.ts';

const CUPS = { Small: '0', Regular: '0.40', Large: '0.80' };

export const DRINKS: DepartmentData = {
  name: 'Drinks',
  color: '#6F4E37',
  tax: STANDARD,
  categories: [
    {
      name: 'Coffee',
      code: 'COF',
      madeToOrder: true,
      unit: 'cup',
      modifiers: ['Milk', 'Extra shots', 'Syrups'],
      products: {
        'Flat white': { price: '3.30', sizes: CUPS, description: 'Double ristretto under silky steamed milk.' },
        Latte: { price: '3.30', sizes: CUPS },
        Cappuccino: { price: '3.30', sizes: CUPS },
        Americano: { price: '2.80', sizes: CUPS, modifiers: ['Extra shots'] },
        Mocha: { price: '3.60', sizes: CUPS },
        'Iced latte': { price: '3.70', sizes: CUPS },
        'Cold brew': { price: '3.60', sizes: CUPS, description: 'Steeped for sixteen hours, served over ice.' },
        'Gingerbread latte': { price: '3.80', sizes: CUPS },
        Espresso: { price: '2.20', modifiers: [] },
        'Double espresso': { price: '2.60', modifiers: [] },
        Macchiato: '2.50',
        Cortado: '2.90',
        'Batch filter coffee': { price: '2.70', modifiers: ['Milk'] },
      },
    },
    {
      name: 'Tea & chocolate',
      code: 'TEA',
      madeToOrder: true,
      unit: 'cup',
      modifiers: ['Milk'],
      products: {
        'English breakfast tea': '2.40',
        'Earl Grey': '2.50',
        'Green sencha': { price: '2.70', modifiers: [] },
        'Fresh mint tea': { price: '2.80', modifiers: [] },
        'Lemon & ginger infusion': { price: '2.60', modifiers: [] },
        'Chai latte': { price: '3.40', sizes: CUPS },
        'Matcha latte': { price: '3.80', sizes: CUPS },
        'Hot chocolate': { price: '3.40', sizes: CUPS, modifiers: ['Milk', 'Syrups'] },
        Babyccino: '1.20',
      },
    },
    {
      name: 'Cold drinks',
      code: 'CLD',
      lowStock: '24',
      products: {
        'Still water 500 ml': '1.40',
        'Sparkling water 500 ml': '1.40',
        'Sparkling water 750 ml': '2.60',
        'Cloudy lemonade 330 ml': { price: '2.40', brand: 'Saltmarsh Soda' },
        'Elderflower pressé 330 ml': { price: '2.60', brand: 'Saltmarsh Soda' },
        'Ginger beer 330 ml': { price: '2.50', brand: 'Saltmarsh Soda' },
        'Rhubarb soda 330 ml': { price: '2.60', brand: 'Saltmarsh Soda' },
        'Cola 330 ml': '1.80',
        'Diet cola 330 ml': '1.80',
        'Ginger kombucha 330 ml': { price: '3.40', lowStock: '12' },
        'Raspberry kombucha 330 ml': { price: '3.40', lowStock: '12' },
        'Oat drink barista 1 l': { price: '2.20', tax: ZERO },
      },
    },
    {
      name: 'Juices & smoothies',
      code: 'JUI',
      lowStock: '10',
      products: {
        'Orange juice 250 ml': '2.90',
        'Apple juice 250 ml': { price: '2.70', brand: 'Old Orchard' },
        'Apple & pear juice 750 ml': { price: '4.20', brand: 'Old Orchard' },
        'Carrot & ginger juice 250 ml': '3.20',
        'Berry smoothie 250 ml': '3.60',
        'Mango smoothie 250 ml': '3.60',
        'Green smoothie 250 ml': '3.80',
      },
    },
  ],
};

export const KITCHEN: DepartmentData = {
  name: 'Kitchen',
  color: '#B5523B',
  tax: STANDARD,
  categories: [
    {
      name: 'Breakfast',
      code: 'BKF',
      madeToOrder: true,
      products: {
        'Bacon roll': { price: '5.20', modifiers: ['Sauces'] },
        'Sausage roll bun': { price: '5.40', modifiers: ['Sauces'] },
        'Halloumi bun': { price: '5.60', modifiers: ['Sauces'] },
        'Eggs on toast': { price: '7.20', modifiers: ['How would you like your eggs?', 'Breakfast extras'] },
        'Avocado toast': { price: '8.40', modifiers: ['Breakfast extras'] },
        'Full English': {
          price: '11.80',
          modifiers: ['How would you like your eggs?', 'Breakfast extras'],
          description: 'Two eggs, back bacon, Cumberland sausage, beans, mushrooms, tomato and toast.',
        },
        'Granola, yoghurt & berries': '6.20',
        'Porridge with honey': '4.60',
      },
    },
    {
      name: 'Sandwiches',
      code: 'SAN',
      tax: ZERO,
      lowStock: '5',
      products: {
        'Ham & cheddar sandwich': '4.80',
        'Egg & cress sandwich': '4.20',
        'Tuna & cucumber sandwich': '4.70',
        'Chicken & bacon sandwich': '5.40',
        'Cheddar & chutney sandwich': '4.40',
        'Smoked salmon bagel': '6.40',
        'Falafel & hummus wrap': '5.20',
        'Chicken Caesar wrap': '5.60',
        'Mozzarella & pesto focaccia': { price: '6.20', tax: STANDARD },
        'Salt beef & pickle baguette': '6.80',
      },
    },
    {
      name: 'Soups & hot food',
      code: 'HOT',
      madeToOrder: true,
      products: {
        'Tomato & basil soup': '5.20',
        'Leek & potato soup': '5.20',
        'Thai squash soup': '5.60',
        'Toasted cheese sandwich': '6.20',
        'Macaroni cheese': '7.80',
        'Quiche with salad': '7.60',
        'Jacket potato with beans': '6.40',
      },
    },
    {
      name: 'Meal deals',
      code: 'DEAL',
      combos: {
        'Coffee & croissant': {
          price: '4.90',
          parts: [{ product: 'Latte', size: 'Regular' }, { product: 'Butter croissant' }],
        },
        'Tea & scone': { price: '4.00', parts: [{ product: 'English breakfast tea' }, { product: 'Fruit scone' }] },
        'Early bird': {
          price: '7.20',
          parts: [{ product: 'Bacon roll' }, { product: 'Americano', size: 'Regular' }],
          description: 'Until half past nine.',
        },
        'Cheddar lunch deal': {
          price: '6.50',
          parts: [
            { product: 'Ham & cheddar sandwich' },
            { product: 'Sea salt crisps 40 g' },
            { product: 'Still water 500 ml' },
          ],
        },
        'Falafel lunch deal': {
          price: '7.20',
          parts: [
            { product: 'Falafel & hummus wrap' },
            { product: 'Sea salt crisps 40 g' },
            { product: 'Cloudy lemonade 330 ml' },
          ],
        },
        'Soup & bread': { price: '6.40', parts: [{ product: 'Tomato & basil soup' }, { product: 'Ciabatta' }] },
        'Box of six cookies': { price: '9.90', parts: [{ product: 'Chocolate chip cookie', quantity: '6' }] },
        'Cheeseboard for two': {
          price: '14.50',
          parts: [
            { product: 'Mature cheddar', quantity: '0.150' },
            { product: 'Cornish brie', quantity: '0.150' },
            { product: 'Blue Stilton', quantity: '0.125' },
            { product: 'Nocellara olives', quantity: '0.100' },
          ],
        },
      },
    },
  ],
};
