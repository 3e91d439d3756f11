import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../support/api-caller.ts';
import { sharedCommandLine } from '../../support/command-line.ts';

const line = await sharedCommandLine();
const { service } = line;
const caller: Caller = await service.connect();
const file = join(line.folder, 'items.csv');

beforeEach(() => {
  line.env = { TILLGATE_API_URL: new URL(service.apiUrl).origin };
});

const load = (...options: string[]): Promise<string> =>
  line.run(['data', 'load', file, '--merchant', String(caller.merchant.companyId), ...options]);

describe('tillgate data load', () => {
  test('shows what each column becomes without storing it, loads the items, and changes them again', async () => {
    await writeFile(file, 'sku,name,price,Shelf\nS-1,Tea,1.20,A\nS-2,Milk,0.90,B\n');
    expect(await load('--dry-run')).toBe(`COLUMN  BECOMES     READ AS
sku     itemCode    text
name    name        text
price   price       text
Shelf   not loaded  -

Rows checked: 2; would be new: 2, would be changed: 0, failed: 0.
`);
    expect((await caller.get('/items?itemCode=S-1')).body).toMatchObject({ data: [] });
    expect(await load()).toBe('Rows loaded: 2; new: 2, changed: 0, failed: 0.\n');
    expect(await load()).toBe('Rows loaded: 2; new: 0, changed: 2, failed: 0.\n');
    expect((await caller.get('/items?itemCode=S-1')).body).toMatchObject({ data: [{ name: 'Tea', price: '1.20' }] });
  });

  test('fails if a row does, and stores the others', async () => {
    await writeFile(file, 'sku,name,price\nF-1,Tea,1\nF-2,Milk,cheap\n');
    await expect(load()).rejects.toThrow(
      'Rows loaded: 2; new: 1, changed: 0, failed: 1. Fix the rows and run it again.',
    );
  });

  test('asks for the app if the organization has several', async () => {
    await writeFile(file, 'sku,name\nM-1,Tea\n');
    const { organizationId } = caller.partner;
    await line.run(['app', 'create', '--organization', String(organizationId), '--name', 'Other', '--product', 'FULL']);
    await expect(load()).rejects.toThrow(/^Choose an app with --app: \d+ \(.*\), \d+ \(.*\)\.$/);
    expect(await load('--app', String(caller.partner.appId))).toContain('new: 1');
  });

  test('names a file that does not exist', async () => {
    await expect(
      line.run(['data', 'load', '/missing.csv', '--merchant', String(caller.merchant.companyId)]),
    ).rejects.toThrow('No such file: /missing.csv.');
  });
});
