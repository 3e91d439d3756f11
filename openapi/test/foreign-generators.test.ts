import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktypeMultiFile } from 'quicktype-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locate } from '../src/document.ts';
import { contract } from './contract.ts';

const RECORDS = [
  'Item',
  'Brand',
  'Menu',
  'ModifierGroup',
  'PurchaseOrder',
  'StockTransfer',
  'StockAdjustment',
  'Error',
];

/** The records of the contract as JSON Schema, which the generator reads. */
const schema = JSON.stringify({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(RECORDS.map((name) => [name, { $ref: `#/definitions/${name}` }])),
  definitions: JSON.parse(
    JSON.stringify(contract.components?.schemas).replaceAll('#/components/schemas/', '#/definitions/'),
  ),
});

const runs = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-generated-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes the types of the records in a language; gives the names of the files. */
async function generate(lang: string, rendererOptions: Record<string, string>): Promise<string[]> {
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  await input.addSource({ name: 'Records', schema });
  const inputData = new InputData();
  inputData.addInput(input);
  const files = await quicktypeMultiFile({ inputData, lang, rendererOptions } as never);
  const target = join(folder, lang);
  mkdirSync(target, { recursive: true });
  return [...files].map(([name, { lines }]) => {
    const file = join(target, name === 'stdout' ? 'records.py' : name);
    writeFileSync(file, lines.join('\n'));
    return file;
  });
}

const ROUND_TRIP = `
import json, sys
sys.path.insert(0, sys.argv[1])
import records
for name, example in json.load(sys.stdin).items():
    again = getattr(records, name).from_dict(example).to_dict()
    # Instants and days are Python's own; a day has become its midnight.
    sent = json.dumps(example, sort_keys=True).replace('.000Z', '+00:00')
    assert json.dumps(again, sort_keys=True).replace('T00:00:00"', '"') == sent, (name, again, sent)
`;

describe("Types that another's generator makes of the contract", () => {
  test.skipIf(!runs('python3', '--version'))('read and write its examples in Python', async () => {
    await generate('python', { 'python-version': '3.7' });
    const examples = Object.fromEntries(
      ['Item', 'Brand', 'PurchaseOrder', 'StockTransfer', 'StockAdjustment'].map((name) => [
        name,
        locate<{ value: unknown }>(contract, `#/components/examples/${name}`).value.value,
      ]),
    );
    const done = spawnSync('python3', ['-c', ROUND_TRIP, join(folder, 'python')], { input: JSON.stringify(examples) });
    expect(done.stderr.toString()).toBe('');
  });

  test.skipIf(!runs('javac', '-version'))('compile in Java', async () => {
    const files = await generate('java', { 'just-types': 'true', package: 'shop' });
    expect(files.length).toBeGreaterThan(RECORDS.length);
    const done = spawnSync('javac', ['-d', join(folder, 'classes'), ...files]);
    expect(done.stderr.toString()).toBe('');
  });
});
