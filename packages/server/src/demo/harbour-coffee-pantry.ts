import { STANDARD, ZERO } from './harbour-coffee-taxes.ts';
import type { DepartmentData } from './merchant-data.ts';

const BAGS = { '250 g': '0', '500 g': '6.50', '1 kg': '18.00' };

export const PANTRY: DepartmentData = {
  name: 'Pantry & gifts',
  color: '#3E6990',
  tax: ZERO,
  categories: [
    {
      name: 'Coffee beans',
      code: 'BEA',
      brand: 'Harbour Roast',
      lowStock: '9',
      sizes: BAGS,
      products: {
        'House blend beans': '8.50',
        'Decaf blend beans': '9.00',
        'Ethiopia Guji beans': { price: '11.50', description: 'Washed; jasmine, apricot and lemon.' },
        'Colombia Huila beans': '10.50',
        'Brazil Cerrado beans': '9.50',
        'Espresso dark roast beans': '8.80',
      },
    },
    {
      name: 'Jams & condiments',
      code: 'JAM',
      lowStock: '6',
      brand: 'Mrs Pennock’s',
      products: {
        'Strawberry jam 340 g': '4.20',
        'Raspberry jam 340 g': '4.20',
        'Seville orange marmalade 340 g': '4.40',
        'Lemon curd 310 g': '4.60',
        'Wildflower honey 340 g': '6.80',
        'Apple chutney 280 g': '4.50',
        'Piccalilli 280 g': '4.30',
        'Wholegrain mustard 180 g': '3.60',
      },
    },
    {
      name: 'Crisps & snacks',
      code: 'SNK',
      tax: STANDARD,
      lowStock: '24',
      products: {
        'Sea salt crisps 40 g': { price: '1.40', brand: 'Saltmarsh Crisps' },
        'Cheddar & onion crisps 40 g': { price: '1.40', brand: 'Saltmarsh Crisps' },
        'Cider vinegar crisps 40 g': { price: '1.40', brand: 'Saltmarsh Crisps' },
        'Sweet chilli crisps 150 g': { price: '2.90', brand: 'Saltmarsh Crisps', lowStock: '12' },
        'Smoked almonds 120 g': '3.80',
        'Wasabi peas 100 g': '2.60',
        'Fruit & nut bar 45 g': '1.80',
        'Oatcakes 200 g': { price: '2.40', tax: ZERO },
      },
    },
    {
      name: 'Chocolate & sweets',
      code: 'CHO',
      tax: STANDARD,
      lowStock: '10',
      products: {
        'Dark chocolate 70% 100 g': { price: '4.20', brand: 'Tidewater Chocolate' },
        'Sea salt milk chocolate 100 g': { price: '4.20', brand: 'Tidewater Chocolate' },
        'Orange dark chocolate 100 g': { price: '4.40', brand: 'Tidewater Chocolate' },
        'Clotted cream fudge 150 g': '4.80',
        'Peppermint creams 120 g': '3.90',
      },
    },
    {
      name: 'Oils & store cupboard',
      lowStock: '6',
      products: {
        'Extra virgin olive oil 500 ml': '11.50',
        'Cold-pressed rapeseed oil 500 ml': '6.40',
        'Balsamic vinegar 250 ml': '8.20',
        'Bronze-die penne 500 g': '3.20',
        'Arborio rice 500 g': '3.90',
        'Basil pesto 190 g': '4.60',
        'San Marzano tomatoes 400 g': '2.40',
      },
    },
    {
      name: 'Cups & gifts',
      tax: STANDARD,
      lowStock: '4',
      products: {
        'Reusable cup': {
          price: '12.00',
          sizes: { '8 oz': '0', '12 oz': '2.00', '16 oz': '3.50' },
          brand: 'Harbour Roast',
        },
        'Enamel mug': { price: '9.50', sizes: { Navy: '0', White: '0', Green: '0' } },
        'Canvas tote bag': '8.00',
        'V60 dripper': '14.00',
        'Cafetière 3 cup': '24.00',
        'Filter papers 100': '5.50',
        'Gift card': {
          price: '20.00',
          madeToOrder: true,
          description: 'Loaded at the till with the amount of your choice.',
        },
      },
    },
  ],
};
