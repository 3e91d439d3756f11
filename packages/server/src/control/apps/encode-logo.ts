import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DirectoryError } from '../directory-error.ts';

/** Milliseconds after which an encoding process is killed. */
const WITHIN = 10_000;

/** Maximum length of the queue. Requests after that would time out. */
const QUEUE = 4;

/** Exit codes of `logo-encoder.ts`. */
const NOT_DECODED = 65;
const TOO_LARGE = 66;

const EXCEEDED = 'This image takes too much time or memory to read. Save it as a PNG of at most 512 × 512 pixels.';

/** The encoder program in the same folder, as TypeScript or compiled. */
const ENCODER = new URL(`./logo-encoder${extname(import.meta.url)}`, import.meta.url);

/** Lets tests replace parts. */
export interface Encoding {
  readonly encoder?: URL;
  readonly within?: number;
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes an image and re-encodes its pixels as PNG in a separate process: native decoders run in threads that cannot
 * be stopped alone, and an uploaded file must not crash the server. Encodes one image at a time. Throws a
 * DirectoryError for an image that cannot be decoded or takes too much time or memory.
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
  // Writing to an exited process fails; its exit code says why it exited.
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
