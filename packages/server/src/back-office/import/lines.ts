import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { NewVariant, StoreOverrideInput } from '../../contract/generated/types.gen.ts';
import type { Sale } from '../../records/sales/rules.ts';

/** A problem with a line. `path` is a JSON Pointer into it, empty for the line itself. */
export interface Problem {
  readonly line: number;
  readonly path: string;
  readonly message: string;
}

/** Reports a warning about a line that is imported. */
export type Warn = (warning: Problem) => void;

class BrokenInput extends Error {
  override name = 'BrokenInput';
}

/** Rolls back a batch that contains lines which cannot be written. */
export class BadLines extends Error {
  override name = 'BadLines';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`${problems.length} lines cannot be written`);
    this.problems = problems;
  }
}

export function requireNone(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new BadLines(problems);
}

export const describe = ({ line, path, message }: Problem): string =>
  `line ${line}: ${path === '' ? '' : `${path} `}${message}`;

/** The id of a record (a number) or its external id (text). */
export type Reference = number | string;

/** A line whose properties are named as in the API, apart from references. */
interface RecordLine {
  readonly name: string;
  readonly [property: string]: unknown;
}

export interface QuantityLine {
  readonly item: Reference;
  readonly variant: Reference | null;
  readonly quantity: string;
}

export interface OrderedLine extends QuantityLine {
  readonly gross: string;
  readonly discount: string;
  readonly tax: string;
  /** Only for a combo in a sale. */
  readonly components?: readonly QuantityLine[];
}

interface Ordered extends Pick<Sale, 'number' | 'channel'> {
  readonly store: Reference;
  readonly at: string;
  readonly lines: readonly OrderedLine[];
}

type Receipt = Ordered & Pick<Sale, 'payments' | 'rounding' | 'changeGiven' | 'tips'>;

interface Lines {
  readonly store: RecordLine & { readonly code: string; readonly timezone: string };
  readonly supplier: RecordLine;
  readonly tax: RecordLine & { readonly rate: string };
  readonly category: RecordLine & { readonly parent?: Reference | null };
  readonly brand: RecordLine;
  readonly item: RecordLine & {
    readonly itemType?: 0 | 1 | 2;
    readonly tax?: Reference | null;
    readonly groupId?: Reference | null;
    readonly brandId?: Reference | null;
    readonly variants?: NewVariant[];
    readonly components?: readonly QuantityLine[];
    /** Only the demo states these two; the import format has neither. */
    readonly modifiers?: readonly Reference[];
    readonly stores?: readonly (Omit<StoreOverrideInput, 'storeId'> & { readonly store: Reference })[];
  };
  readonly modifier: RecordLine & {
    readonly options: readonly { readonly name: string; readonly item?: Reference | null }[];
    readonly items?: readonly Reference[];
  };
  readonly menu: RecordLine & {
    readonly items?: readonly { readonly item: Reference }[];
    readonly stores?: readonly Reference[];
  };
  readonly openingStock: QuantityLine & {
    readonly store: Reference;
    readonly unitCost: string | null;
    readonly at?: string;
  };
  readonly sale: Receipt;
  /** `sale` is the external id of the refunded sale. */
  readonly refund: Receipt & { readonly sale: string | null };
  /** Reverses the sale or refund with its external id. */
  readonly void: { readonly kind: 'sale' | 'refund'; readonly at?: string };
  readonly openOrder: Ordered & { readonly state: 'open' | 'closed' };
  readonly purchaseReturn: {
    readonly supplier: Reference;
    readonly store: Reference;
    readonly date: string;
    readonly number?: string;
    readonly narration: string | null;
    readonly lines: readonly (QuantityLine & { readonly unitCost: string })[];
  };
}

export type LineType = keyof Lines;
/** A line without its type and external id. */
export type Properties<Type extends LineType> = Lines[Type];
export type Line<Type extends LineType = LineType> = {
  readonly [Each in Type]: Lines[Each] & { readonly type: Each; readonly externalId: string };
}[Type];

/** First bytes of every gzip member (RFC 1952 §2.3.1). */
const MAGIC = Buffer.from([0x1f, 0x8b]);

/** Decompresses the bytes if they start like gzip. Throws a BrokenInput if they are damaged. */
export async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  while (head.length < MAGIC.length) {
    const { value, done } = await source.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  yield* MAGIC.equals(head.subarray(0, MAGIC.length)) ? gunzip(whole()) : whole();
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip();
  // A failure destroys the stream read below, which then throws it.
  pipeline(Readable.from(bytes), unzip).catch(() => {});
  try {
    yield* unzip;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw code.startsWith('Z_')
      ? new BrokenInput(`cannot be read: the gzip data is damaged or incomplete (${message})`)
      : error;
  }
}

export interface TextLine {
  readonly number: number;
  /** Undefined if the line cannot be read; `fault` says why. */
  readonly text: string | undefined;
  readonly fault?: string;
}

/** Maximum length of a line, equal to that of a request body. */
const LONGEST = 1024 * 1024;
const LF = 0x0a;

/** Splits bytes into lines. Blank lines are counted and skipped. Damaged input ends with a fault. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  let number = 0;
  try {
    for await (const line of split(chunks)) {
      number += 1;
      const text = decode(line);
      if (text === undefined) yield { number, text, fault: 'is not valid UTF-8, or is longer than 1 MiB' };
      else if (text.trim() !== '') yield { number, text };
    }
  } catch (error) {
    if (!(error instanceof BrokenInput)) throw error;
    yield { number: number + 1, text: undefined, fault: error.message };
  }
}

/** Splits at line ends. Yields the beginning of a line that is too long, then stops. */
async function* split(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      yield Buffer.concat([rest, chunk.subarray(from, end)]);
      rest = new Uint8Array();
      from = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
    if (rest.length > LONGEST) break;
  }
  yield rest;
}

function decode(line: Uint8Array): string | undefined {
  if (line.length > LONGEST) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line);
  } catch {
    return undefined;
  }
}
