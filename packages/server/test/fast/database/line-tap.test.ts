import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import type { Rows } from '../../../src/database/batch.ts';
import { type DocumentRow, readLines } from '../../../src/database/tenant-snapshot.ts';

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const message = (code: string, ...body: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(code), int32(4 + Buffer.concat(body).length), ...body]);

const field = (text: string): Buffer[] => [int32(Buffer.byteLength(text)), Buffer.from(text)];

const rowOf = ({ doc, id }: DocumentRow): Buffer =>
  message('D', Buffer.from([0, 2]), ...field(doc), ...field(String(id)));

const DESCRIBED = message('T', Buffer.from('columns'));
const COMPLETE = message('C', Buffer.from('FETCH\0'));
const READY = message('Z', Buffer.from('T'));

const rows = fc.array(
  fc.record({
    doc: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('\n', 'a\nb\n', 'é'.repeat(5))),
    id: fc.maxSafeNat(),
  }),
  { maxLength: 20 },
);

/** Cuts the bytes into pieces of the given lengths, in turn. */
function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += pieces.at(-1)?.length ?? 0) {
    pieces.push(Buffer.from(bytes.subarray(from, from + (lengths[pieces.length % lengths.length] ?? 1))));
  }
  return pieces;
}

test('Rows of the next result become lines, and the driver receives everything else, however the bytes are cut', async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, rows, lengths, async (asked, others, sizes) => {
      const stream = new PassThrough();
      const driven: Buffer[] = [];
      const driver = (bytes: Buffer) => driven.push(Buffer.from(bytes));
      stream.on('data', driver);
      const after = [DESCRIBED, ...others.map(rowOf), COMPLETE, READY];
      const received = Buffer.concat([DESCRIBED, ...asked.map(rowOf), COMPLETE, ...after]);
      const query = async (): Promise<Rows<DocumentRow>> => {
        for (const piece of cut(received, sizes)) stream.emit('data', piece);
        return { rows: [] };
      };
      const lines = await readLines({ connection: { stream } } as unknown as PoolClient, query);
      expect(Buffer.concat(lines.parts).toString()).toBe(
        asked.map(({ doc }) => `${doc.replaceAll('\n', ' ')}\n`).join(''),
      );
      expect([lines.count, lines.lastId]).toEqual([asked.length, asked.at(-1)?.id]);
      expect(Buffer.concat(driven).equals(Buffer.concat([DESCRIBED, COMPLETE, ...after]))).toBe(true);
      expect(stream.listeners('data')).toEqual([driver]);
    }),
  );
});
