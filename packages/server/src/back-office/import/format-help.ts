import { PAYMENT_KINDS } from '../../records/sales/rules.ts';

/** Printed by `tillgate import --help` after the options. */
export const FORMAT_HELP = `
The file has one JSON object per line (NDJSON in UTF-8), plain or gzip. Every line has "type" and "externalId", the
record's identifier in the back office. A file can be imported again, and an interrupted import continues when it is run
again: a line that says nothing new changes nothing. Keep lines of one type together: up to 1000 of them are written at
once, all or none. A line can refer only to records on earlier lines or already imported. If a line is wrong, nothing is
written from its batch on, and the rest of the file is checked, references included.

A known store, supplier, tax, category, brand, item, modifier or menu is changed to what its line states. What the line
leaves out stays as it is, also if an app has changed it. A list is replaced whole; its entries keep their ids, and what
is not stated of them: variants and options by their names, items of a menu by the item. A known sale or refund with
different content is kept, with a warning; an openOrder replaces the earlier one; other types are written once.

With --json, the result is one JSON object on standard output, and progress is one line of JSON per batch on standard
error.

A reference is an externalId (text) or the id in Tillgate (number). Amounts and quantities are decimal strings. Amounts
are for the whole line and include tax; they have no more decimals than the store's currency, while costs can have 4.
Dates are not before 2000 and at most an hour in the future. An "at" is a date and time in RFC 3339 format with an
offset; what is finer than milliseconds is left out.

  store         name, code, timezone (IANA); currency, address, status
  supplier      name; code, email, phone, status
  tax           name, rate (per cent); status
  category      name; parent (reference), sortOrder, color, status
  brand         name; description, status
  item          name; itemType (0 standard, 1 with variants, 2 combo), itemCode, barcodes, description,
                groupId (reference to a category), brandId (reference to a brand), tax (reference), unit, price, cost,
                weighingScale, trackStock, lowStockLevel, imageUrl, status,
                variants [{name, itemCode, barcodes, price, cost}], components [{item, variant, quantity}]
  modifier      name, options [{name; price, sortOrder, status, item}]; minSelect, maxSelect, items (references), status
  menu          name; description, delivery, takeaway, online, availability [{day, from, to}], stores (references),
                items [{item; price, sortOrder, status}], status
  openingStock  store, item, quantity; variant, unitCost, at
  sale          store, number, at, lines, payments; channel (counter, dineIn, takeaway, delivery, online), rounding, changeGiven,
                tips. Stock moves by the
                items as they are when the sale arrives: for a combo that has changed since, a line can state the
                components [{item, variant, quantity}] that each piece had
  refund        as sale, without components; sale (externalId of the refunded sale, which must be in the same currency, not
                later than the refund, and have enough left to refund of each item or variant, in pieces and in money).
                Amounts are what was refunded. What the sale took from stock comes back, in the ratio of pieces
  void          kind (sale, refund), at (not before the sale or refund); externalId is that of the sale or refund. Reports
                and stock become as if it had never happened. Void the refunds of a sale before the sale
  openOrder     store, number, at, lines; channel, state (open, closed)
  purchaseReturn supplier, store, date, lines [{item, quantity, unitCost; variant}]; number, narration

  lines         [{item, quantity, gross; variant (name or id), discount, tax (included in gross less discount)}]
  payments      [{kind (${PAYMENT_KINDS.join(', ')}), amount}], which add up to the lines, rounding, changeGiven and tips
  rounding      what cash was rounded up, or down if below zero; smaller than the merchant's smallest coin (see tillgate
                merchant update --cash-rounding). 99.60 paid as 100.00 has the rounding 0.40

Examples:
  {"type":"store","externalId":"S1","name":"Harbour Street","code":"LDN-01","timezone":"Europe/London"}
  {"type":"item","externalId":"FW","name":"Flat white","price":"3.50","trackStock":false}
  {"type":"sale","externalId":"S1-118","store":"S1","number":"118","at":"2026-03-02T08:15:30Z",
   "lines":[{"item":"FW","quantity":"2","gross":"7.00","tax":"1.17"}],"payments":[{"kind":"card","amount":"7.00"}]}
  {"type":"void","externalId":"S1-118"}
`;
