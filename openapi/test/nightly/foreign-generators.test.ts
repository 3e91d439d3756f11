import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktypeMultiFile } from 'quicktype-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../src/contract.ts';
import { locate } from '../../src/document.ts';

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

/** The contract's records as JSON Schema, the input of quicktype. */
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

/** Generates the types of the records in a language. Returns the files. */
async function generate(lang: string, rendererOptions: Record<string, string>): Promise<string[]> {
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  await input.addSource({ name: 'Records', schema });
  const inputData = new InputData();
  inputData.addInput(input);
  const files = await quicktypeMultiFile({ inputData, lang, rendererOptions } as never);
  const target = join(folder, lang);
  mkdirSync(target, { recursive: true });
  return [...files].map(([name, { lines }]) => {
    const file = join(target, name === 'stdout' ? `records.${lang === 'go' ? 'go' : 'py'}` : name);
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

/** The guide's functions, which compute a PATCH from two versions of a record. */
const guide = readFileSync(new URL('../../../docs/guides/tools.md', import.meta.url), 'utf8');
const codeOf = (lang: string): string => new RegExp(`\`\`\`${lang}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';

const PATCH_IN_PYTHON = `
import copy, json, sys
sys.path.insert(0, sys.argv[1])
import records
${codeOf('python')}
read = records.Item.from_dict(json.load(sys.stdin))
wanted = copy.deepcopy(read)
wanted.price, wanted.image_url = "3.55", None
print(json.dumps(changes(read.to_dict(), wanted.to_dict())))
`;

const PATCH_IN_GO = `package main

import (
	"encoding/json"
	"io"
	"os"
	"reflect"
)

${codeOf('go')}
func main() {
	text, _ := io.ReadAll(os.Stdin)
	var read, wanted Item
	if err := json.Unmarshal(text, &read); err != nil {
		panic(err)
	}
	json.Unmarshal(text, &wanted)
	wanted.Price, wanted.ImageURL = "3.55", nil
	body, _ := json.Marshal(changes(read, wanted))
	os.Stdout.Write(body)
}
`;

const PATCH_IN_JAVA = `package shop;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.*;

class Patch {
    static final ObjectMapper json = new ObjectMapper();

${codeOf('java')}
    static Map<?, ?> map(Item item) throws Exception {
        Records records = new Records();
        records.setItem(item);
        return (Map<?, ?>) json.readValue(Converter.toJsonString(records), Map.class).get("Item");
    }

    public static void main(String[] args) throws Exception {
        String text = "{\\"Item\\":" + new String(System.in.readAllBytes(), "UTF-8") + "}";
        Item read = Converter.fromJsonString(text).getItem();
        Item wanted = Converter.fromJsonString(text).getItem();
        wanted.setPrice("3.55");
        wanted.setImageURL(null);
        System.out.print(json.writeValueAsString(changes(map(read), map(wanted))));
    }
}
`;

/** Jackson, which the generated Java needs, from the local Maven repository. */
const jackson = ['annotations', 'core', 'databind'].flatMap((part) =>
  globSync(join(homedir(), `.m2/repository/com/fasterxml/jackson/core/jackson-${part}/*/*.jar`))
    .sort()
    .slice(-1),
);

/** A PATCH changes the price of this item and clears its image. */
const ITEM = locate<{ value: { imageUrl: unknown } }>(contract, '#/components/examples/Item').value.value;
const PATCH = { price: '3.55', imageUrl: null };

function printed(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): unknown {
  const input = JSON.stringify({ ...ITEM, imageUrl: 'https://images.example/flat-white.png' });
  const { stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', ...options });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('A PATCH built with generated types has only the changed properties, and null for the cleared ones,', () => {
  test('in TypeScript, with @hey-api/openapi-ts', async () => {
    const output = { path: join(folder, 'hey-api'), tsConfigPath: null, module: { extension: '.ts' } } as const;
    await createClient({
      input: structuredClone(contract) as never,
      logs: { level: 'silent', file: false },
      output,
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    });
    const { updateItem } = await import(join(output.path, 'sdk.gen.ts'));
    const sent: Request[] = [];
    const fetch = async (request: Request) => {
      sent.push(request);
      return Response.json({});
    };
    const wanted = { ...PATCH, name: undefined };
    await updateItem({ baseUrl: 'http://api.example', fetch, path: { id: 7 }, body: wanted });
    expect([sent[0]?.method, await sent[0]?.json()]).toEqual(['PATCH', PATCH]);
  });

  test.skipIf(!runs('python3', '--version'))('in Python, with quicktype (needs python3)', async () => {
    await generate('python', { 'python-version': '3.7' });
    expect(printed('python3', ['-c', PATCH_IN_PYTHON, join(folder, 'python')])).toEqual(PATCH);
  });

  test.skipIf(!runs('go', 'version'))('in Go, with quicktype (needs go)', async () => {
    await generate('go', { package: 'main' });
    const cwd = join(folder, 'go');
    writeFileSync(join(cwd, 'patch.go'), PATCH_IN_GO);
    const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOCACHE: join(folder, 'go-cache') };
    expect(printed('go', ['run', 'records.go', 'patch.go'], { cwd, env })).toEqual(PATCH);
  });

  test.skipIf(!runs('javac', '-version') || jackson.length < 3)(
    'in Java, with quicktype (needs javac, and Jackson in ~/.m2)',
    async () => {
      const files = await generate('java', { package: 'shop', 'datetime-provider': 'legacy' });
      const [patch, classes] = [join(folder, 'java/Patch.java'), join(folder, 'patch-classes')];
      writeFileSync(patch, PATCH_IN_JAVA);
      const compiled = spawnSync('javac', ['-cp', jackson.join(':'), '-d', classes, patch, ...files]);
      expect(compiled.status, compiled.stderr.toString()).toBe(0);
      expect(printed('java', ['-cp', [...jackson, classes].join(':'), 'shop.Patch'])).toEqual(PATCH);
    },
  );
});

describe('Types generated by quicktype', () => {
  test.skipIf(!runs('python3', '--version'))('read and write the examples of the contract in Python', async () => {
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
});
