export const STANDARD = 'VAT 20%';
export const ZERO = 'VAT zero rate';
