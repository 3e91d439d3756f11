/** What spreadsheets do to the cells of a file. */

/** Properties whose texts may begin with an apostrophe. */
const PROSE = new Set(['name', 'description']);

const CODES = new Set(['itemCode', 'externalId', 'barcodes']);

/** The text of a cell, and what is wrong with it and to be done if only a spreadsheet can have written it. */
export function readSpreadsheetCell(cell: string, property: string): { text: string; damage: string | undefined } {
  const text = unguarded(cell, property);
  if (property !== 'barcodes') return { text, damage: damageOf(text, property) };
  const barcodes = text.split('|').map((barcode) => unguarded(barcode, property));
  const damages = barcodes.map((barcode) => damageOf(barcode, property));
  return { text: barcodes.join('|'), damage: damages.find((damage) => damage !== undefined) };
}

/** Takes off what keeps a spreadsheet from reading a text as a number or a formula: `="00123"` and `'00123`. */
function unguarded(cell: string, property: string): string {
  const text = cell.trim();
  const [, inner] = /^="(.*)"$/s.exec(text) ?? [];
  if (inner !== undefined) return inner.replaceAll('""', '"').trim();
  return text.replace(PROSE.has(property) ? /^'(?=[=+\-@])/ : /^'/, '').trim();
}

const ENTER_AGAIN = 'format the column as text, enter the value again and save the file';

function damageOf(text: string, property: string): string | undefined {
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i.test(text))
    return `is the error ${text} of a spreadsheet: correct its formula and save the file again.`;
  if (PROSE.has(property)) return undefined;
  if (/^#{3,}$/.test(text)) return `is ${text}, because its column was too narrow: widen it and save the file again.`;
  if (!CODES.has(property)) return undefined;
  if (/^\d(?:[.,]\d+)?E[+-]\d+$/i.test(text))
    return `is ${text}, a number that a spreadsheet has shortened: ${ENTER_AGAIN}.`;
  // A short code may be a number with decimals.
  if ((property === 'barcodes' ? /^\d+[.,]0+$/ : /^[1-9]\d{4,}[.,]0+$/).test(text))
    return `is ${text}, a code that became a number with decimals: ${ENTER_AGAIN}, without them.`;
  return undefined;
}
