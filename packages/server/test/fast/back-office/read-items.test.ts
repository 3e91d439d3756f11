import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { loadItems } from '../../../src/back-office/files/load-items.ts';
import { readItems } from '../../../src/back-office/files/read-items.ts';
import { readRows } from '../../../src/back-office/files/read-rows.ts';

/** A file in chunks of so many bytes. */
async function* chunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
    await nextTurn();
  }
}

async function rowsOf(text: string, size = 1024): Promise<unknown[]> {
  const file = await readRows(chunks(text, size));
  const rows: unknown[] = file.format === 'csv' ? [{ line: 1, content: file.header }] : [];
  for await (const row of file.rows) rows.push(row);
  return rows;
}

describe('A CSV file', () => {
  const FILE =
    'code,"na""me"\n1,"two\nlines"\n\n 2 ,"a ""b"""\n3,"open"ed,\n , \n4,6" nails\n5,""\n6,"after\n\nthat"\n7,';
  const ROWS = [
    { line: 1, content: ['code', 'na"me'] },
    { line: 2, content: ['1', 'two\nlines'] },
    { line: 5, content: [' 2 ', 'a "b"'] },
    { line: 6, content: ['3', '"open"ed', ''] },
    { line: 8, content: ['4', '6" nails'] },
    { line: 9, content: ['5', ''] },
    { line: 10, content: ['6', 'after\n\nthat'] },
    { line: 13, content: ['7', ''] },
  ];

  test.each([1, 2, 3, 7, 1024])('is read the same in chunks of %i bytes', async (size) => {
    expect(await rowsOf(FILE, size)).toEqual(ROWS);
  });

  test('with a header alone has its one row, with and without an end of the line', async () => {
    for (const end of ['', '\n', '\r\n']) expect(await rowsOf(`a;b${end}`)).toEqual([{ line: 1, content: ['a', 'b'] }]);
  });
});

describe('A hostile file', () => {
  const header = 'itemCode,name\n';
  test.each([
    ['rows of one cell', `${header}${'a\n'.repeat(60_000)}`],
    ['rows without a key', `${header}${',x\n'.repeat(60_000)}`],
    ['rows with too many cells', `${header}${'a,b,c\n'.repeat(30_000)}`],
    ['as many columns as there may be', `itemCode${',x'.repeat(249)}\n${`1${','.repeat(249)}\n`.repeat(800)}`],
    ['cells with line breaks', `${header}${'"a\n\n\n",b\n'.repeat(20_000)}`],
  ])('of %s is read in slices, and what it reports is bounded', async (_, text) => {
    const size = 4096;
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const send = async (operations: readonly object[]) => ({
      results: operations.map((__, index) => ({ index, status: 201 as const, item: null, error: null })),
    });
    const file = await readItems(chunks(text, size));
    const { problems, rows } = await loadItems(file, send as unknown as Parameters<typeof loadItems>[1]);
    isOver = true;
    expect(rows).toBeGreaterThan(700);
    expect(turns).toBeGreaterThan(text.length / size - 2);
    expect(JSON.stringify([problems, file.columns]).length).toBeLessThan(64 * 1024);
  });

  test('with a long name of a column shows its beginning', async () => {
    const file = await readItems(chunks(`itemCode,${'x'.repeat(10_000)}\n1,2\n`, 4096));
    expect(file.columns[1]?.header).toHaveLength(80);
  });
});
