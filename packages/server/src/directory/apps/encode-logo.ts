import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DirectoryError } from '../directory-error.ts';

/** Time in milliseconds after which the process of one image is killed. */
const WITHIN = 10_000;

/** Most images in the queue. More would exceed the time-out of their requests. */
const QUEUE = 4;

/** Exit codes of `logo-encoder.ts`. */
const NOT_DECODED = 65;
const TOO_LARGE = 66;

const EXCEEDED = 'This image takes too much time or memory to read. Save it as a PNG of at most 512 × 512 pixels.';

/** Encoder program in the same folder, compiled or not. */
const ENCODER = new URL(`./logo-encoder${extname(import.meta.url)}`, import.meta.url);

/** Parts that tests may replace. */
export interface Encoding {
  readonly encoder?: URL;
  readonly within?: number;
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes an image and encodes its pixels as a PNG, in a separate process: native decoders run in threads that cannot
 * be stopped alone, and an uploaded file must not crash the server. Encodes one image at a time. Throws a
 * DirectoryError for an image that cannot be decoded, or that takes too much time or memory.
 */
export async function encodeLogo(content: Buffer, encoding: Encoding = {}): Promise<Buffer> {
  if (waiting > QUEUE) throw new DirectoryError('Many images are being saved at the moment. Try again in a minute.');
  waiting += 1;
  const encoded = last.then(() => encode(content, encoding));
  last = encoded
    .catch(() => {})
    .finally(() => {
      waiting -= 1;
    });
  return encoded;
}

function encode(content: Buffer, { encoder = ENCODER, within = WITHIN }: Encoding): Promise<Buffer> {
  const child = spawn(process.execPath, ['--max-old-space-size=64', fileURLToPath(encoder)], {
    env: {},
    timeout: within,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const [out, said]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  // Writing to a process that has exited fails; its exit code tells why it exited.
  child.stdin.on('error', () => {});
  child.stdin.end(content);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(out));
      else if (code === NOT_DECODED) reject(new DirectoryError('This image is damaged or incomplete.'));
      else if (code === TOO_LARGE || signal) reject(new DirectoryError(EXCEEDED));
      else reject(new Error(`The image encoder failed: ${Buffer.concat(said)}`));
    });
  });
}
