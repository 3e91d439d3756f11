import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { developerOf } from '../../support/staff.ts';
import { type Answer, formOf, says, textOf } from '../../support/web-visitor.ts';

/** A batch of 1,000 operations counts as 10 requests. */
const LIMIT = 25;

const service = await startService({ settings: { TILLGATE_RATE_LIMIT: String(LIMIT) } });
afterAll(() => service.stop());
const partner = await service.newPartner();
const visitor = await developerOf(service, partner.organizationId);
const merchant = await service.newMerchant(partner.organizationId);
const caller = await service.connectTo(partner, merchant);

const path = (of = merchant): string => `/console/merchants/${of.companyId}/data`;

/** Sends a form of the page with a file, or the form that carries it. */
function post(fields: Record<string, string>, file?: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== undefined) form.append('file', new Blob([file]), 'items.csv');
  return visitor.send('POST', path(), { body: form, headers: { Origin: service.webUrl } });
}

async function dryRun(file: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  service.advance(60_000);
  return post({ token: await visitor.token(), app: String(partner.appId) }, file);
}

/** Sends the form that continues from a page. */
const next = ({ html }: Answer): Promise<Answer> => post(formOf(html, path()).hidden);

const itemNamed = async (externalId: string) => {
  const { body } = await caller.get(`/items?externalId=${externalId}`);
  return (body as { data: { name: string; price: string; barcodes: string[] }[] }).data[0];
};

const cellsOf = ({ html }: Answer): string[][] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => textOf(cell)),
  );

describe('Load data', () => {
  test('shows what each column becomes and stores nothing, then creates the items, then changes them', async () => {
    const file =
      'External ID;Title;Description;Price;Barcode;Vendor\r\nA-1;Espresso;"Short\r\nand strong";2.40;501|502;Acme\r\nA-2;Latte;;3.10;;\r\n';
    const tried = await dryRun(`\ufeff${file}`);
    expect(tried.text).toContain('2 rows: 2 would be created, 0 would be changed, 0 would fail.');
    expect(cellsOf(tried)).toEqual(
      expect.arrayContaining([
        ['External ID', 'externalId', 'text'],
        ['Title', 'name', 'text'],
        ['Barcode', 'barcodes', 'list separated by |'],
        ['Vendor', 'Not loaded', ''],
      ]),
    );
    expect(await itemNamed('A-1')).toBeUndefined();
    const loaded = await next(tried);
    expect(loaded.text).toContain('2 rows: 2 created, 0 changed, 0 failed.');
    expect(await itemNamed('A-1')).toMatchObject({
      description: 'Short\nand strong',
      price: '2.40',
      barcodes: ['501', '502'],
    });
    const again = await next(await dryRun(file.replace('3.10', '3.30')));
    expect(again.text).toContain('2 rows: 0 created, 2 changed, 0 failed.');
    expect(await itemNamed('A-2')).toMatchObject({ name: 'Latte', price: '3.30' });
  });

  test('takes an item on each line of NDJSON', async () => {
    const lines = [
      { itemCode: 'N-1', name: 'Mug', price: '9.00' },
      { itemCode: 'N-2', name: 'Cup', price: '8.00', colour: 'red' },
    ];
    const tried = await dryRun(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(tried.text).toContain('2 rows: 1 would be created, 0 would be changed, 1 would fail.');
    expect(cellsOf(tried)).toContainEqual(['2', 'colour', 'is not recognized.']);
  });

  test('names the line and the column of what is wrong, and loads the other rows', async () => {
    const file =
      'itemCode,name,description,price,trackStock\nE-1,Tea,"In\nbags",abc,yes\nE-2,,,1.00,no\nE-3,Milk,,1.20,no\n,Nameless,,1.00,no\nE-3,Milk,,1.30,no\nE-4,Jam,,1,yes,more\n';
    const tried = await dryRun(file);
    const problems = cellsOf(tried).filter(([line = '']) => /^\d+$/.test(line));
    expect(problems.map(([line, column]) => [line, column])).toEqual([
      ['2', 'price'],
      ['4', 'name'],
      ['6', 'itemCode'],
      ['7', 'itemCode'],
      ['8', ''],
    ]);
    expect(problems[3]?.[2]).toBe('is the same as on line 5.');
    expect((await next(tried)).text).toContain('6 rows: 1 created, 0 changed, 5 failed.');
  });

  test('rejects rows that a spreadsheet has damaged, and takes off what guards the others', async () => {
    const file = [
      'sep=;',
      'sku;name;barcode;weighingScale;groupId;Price',
      'S-1;Whole;5012345678900;yes;;3.10',
      'S-2;Shortened;5.01235E+12;no;;1',
      'S-3;Shortened;5012345678901|5,01235E+12;no;;1',
      '5,01235E+12;Shortened;;no;;1',
      'S-5;Decimal;5012345678902.0;no;;1',
      '5012345678900.0;Decimal;;no;;1',
      'S-7;#N/A;;no;;1',
      'S-8;Narrow;;no;;####',
      '="00123";="5E+12 ways";"=""00501""|00502";TRUE;;="1.20"',
      "'00124;'s Morgens;'00503|'00504;0;;'2.30",
      "S-11;'=Half;;no;;'1",
      'S-12;12E4;12E4;no;7.0;1',
    ];
    const tried = await dryRun(file.join('\r\n'));
    const problems = cellsOf(tried).filter(([line = '']) => /^\d+$/.test(line));
    expect(problems.map(([line, column]) => [line, column])).toEqual([
      ['4', 'barcode'],
      ['5', 'barcode'],
      ['6', 'sku'],
      ['7', 'barcode'],
      ['8', 'sku'],
      ['9', 'name'],
      ['10', 'Price'],
      ['14', 'groupId'],
    ]);
    expect(problems[0]?.[2]).toContain('format the column as text, enter the value again');
    expect((await next(tried)).text).toContain('12 rows: 4 created, 0 changed, 8 failed.');
    const { data } = (await caller.get('/items?sort=entryDate&order=desc&limit=4')).body;
    const cells = (item: Record<string, unknown>) =>
      ['itemCode', 'name', 'barcodes', 'weighingScale', 'price'].map((property) => item[property]);
    expect(data.map(cells).reverse()).toEqual([
      ['S-1', 'Whole', ['5012345678900'], 1, '3.10'],
      ['00123', '5E+12 ways', ['00501', '00502'], 1, '1.20'],
      ['00124', "'s Morgens", ['00503', '00504'], 0, '2.30'],
      ['S-11', '=Half', [], 0, '1.00'],
    ]);
  });

  test('rejects a row whose key no item can have, or that no request can carry, and loads the others', async () => {
    const long = 'x'.repeat(65);
    const rows = Array.from({ length: 50 }, (_, n) => `K-${n},Row ${n}`);
    const file = ['sku,name', ...rows.slice(0, 30), `${long},Long`, 'a\u0007b,Bell', ...rows.slice(30)];
    const tried = await dryRun(file.join('\n'));
    const problems = cellsOf(tried).filter(([line = '']) => /^\d+$/.test(line));
    expect(problems).toEqual([
      ['32', 'sku', expect.stringContaining('64 characters')],
      ['33', 'sku', expect.stringContaining('control character')],
    ]);
    expect((await next(tried)).text).toContain('52 rows: 50 created, 0 changed, 2 failed.');
    const nested = `${'['.repeat(40)}${']'.repeat(40)}`;
    const lines = [1, 2, 3].map((n) => `{"itemCode":"D-${n}","name":"Deep"${n === 2 ? `,"variants":${nested}` : ''}}`);
    const deep = await dryRun(lines.join('\n'));
    expect(deep.text).toContain('3 rows: 2 would be created, 0 would be changed, 1 would fail.');
    expect(cellsOf(deep)).toContainEqual(['2', '', expect.stringContaining('nested')]);
  });

  test.each([
    ['an empty file', '', 'is empty'],
    ['a header alone', 'itemCode,name\n', 'has no rows'],
    ['no column that names the items', 'name,price\nTea,1\n', 'has no column externalId or itemCode'],
    ['two columns of one property', 'sku,name,title\n1,a,b\n', 'several columns that become name: name, title'],
    [
      'an open quotation mark',
      'itemCode,name\n1,"Tea\n2,Milk\n',
      'quotation mark on line 2 or later that is not closed',
    ],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeffitemCode,name\n1,Tea\n', 'utf16le')), 'is UTF-16. Save it as UTF-8.'],
    ['Latin-1', new Uint8Array(Buffer.from('itemCode,name\n1,Café\n', 'latin1')), 'is not UTF-8. Save it as UTF-8.'],
    ['too many columns', `itemCode,${'x,'.repeat(250)}\n1\n`, 'has 252 columns. Keep at most 250.'],
    ['too many cells', `itemCode,name\n1,Tea${','.repeat(1_000)}\n`, 'has a row on line 2 with more than 1000 cells'],
    [
      'a row of a mebibyte',
      `itemCode,name\n1,"${'x'.repeat(1_100_000)}`,
      'has a row on line 2 that is longer than a mebibyte',
    ],
    ['what cannot be compressed', new Uint8Array(randomBytes(6_000_000).map((byte) => 97 + (byte % 26))), 'compressed'],
    ['too many lines', `itemCode,name\n${'a\n'.repeat(100_001)}`, 'has more than 100000 lines'],
    ['more than 8 MiB', `itemCode,name\n${'1,Tea\n'.repeat(1_500_000)}`, 'is larger than 8 MiB'],
  ] as const)('says what is wrong with %s', async (_, file, problem) => {
    expect(await dryRun(file)).toMatchObject(says(400, problem));
  });

  test('says where it stopped at the rate limit, and continues there', { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: 2_150 }, (_, n) => `R-${n},Row ${n},1.00`);
    await caller.renewToken();
    const tried = await dryRun(`itemCode,name,price\n${rows.join('\n')}\n`);
    expect(tried.text).toMatch(/2150 rows: 2150 would be created/);
    service.advance(60_000);
    await caller.renewToken();
    for (let taken = 0; taken < 4; taken += 1) await caller.get('/brands');
    const part = await next(tried);
    expect(part.text).toContain('2000 rows: 2000 created, 0 changed, 0 failed.');
    expect(part.text).toMatch(/The API answered 429: .* Continue in \d+ s\./);
    service.advance(60_000);
    const rest = await next(part);
    expect(rest.text).toContain('Rows 2001 to 2150: 150 created, 0 changed, 0 failed.');
  });

  test('takes few files of an organization in a minute', async () => {
    const own = await startService({ webLimits: { fileLoads: 2 } });
    const { organizationId, appId } = await own.newPartner();
    const by = await developerOf(own, organizationId);
    const { companyId } = await own.newMerchant(organizationId);
    const page = `/console/merchants/${companyId}/data`;
    const load = async () => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ token: await by.token(), app: String(appId) }))
        body.append(name, value);
      body.append('file', new Blob(['itemCode,name\n1,Tea\n']), 'items.csv');
      return by.send('POST', page, { body, headers: { Origin: own.webUrl } });
    };
    for (let n = 0; n < 2; n += 1) expect((await load()).status).toBe(200);
    expect(await load()).toMatchObject(says(429, 'An organization can load 2 files a minute.'));
    await own.stop();
  });

  test("is not for another organization's merchant or app", async () => {
    const other = await service.newPartner();
    const theirs = await service.newMerchant(other.organizationId);
    expect((await visitor.open(path(theirs))).status).toBe(404);
    const fields = { token: await visitor.token(), app: String(other.appId) };
    expect(await post(fields, 'itemCode,name\n1,Tea\n')).toMatchObject(says(400, 'No such app'));
  });
});
