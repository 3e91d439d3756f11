import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, gunzip, gzip } from 'node:zlib';

/** Content codings (RFC 9110 §8.4.1). */

type Transcode = (bytes: Buffer) => Promise<Buffer>;

const DECODERS = new Map<string, Transcode>([
  ['br', promisify(brotliDecompress)],
  ['gzip', promisify(gunzip)],
]);

const ENCODERS = new Map<string, Transcode>([
  ['br', promisify(brotliCompress)],
  ['gzip', promisify(gzip)],
]);

const transcoded = async (transcode: Transcode | undefined, bytes: Buffer): Promise<Buffer> =>
  transcode && bytes.length > 0 ? transcode(bytes) : bytes;

/** Bytes of a body with this Content-Encoding, decoded. */
export const decoded = (bytes: Buffer, coding = ''): Promise<Buffer> => transcoded(DECODERS.get(coding), bytes);

/** Bytes of a body in this Content-Encoding. */
export const encoded = (bytes: Buffer, coding = ''): Promise<Buffer> => transcoded(ENCODERS.get(coding), bytes);
