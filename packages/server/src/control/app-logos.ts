import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageSize } from 'image-size';
import type { Pool } from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { dropUnusedLogos, lockApp, submitProfile } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { firstRowOf } from './page.ts';

/** Maximum size in bytes, and minimum and maximum side in pixels. */
export const MAX_LOGO_BYTES = 128 * 1024;
export const LOGO_PIXELS = { min: 64, max: 1024 } as const;

/** A raster image that browsers display. SVG is excluded because it can contain scripts. */
export interface Logo {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly content: Buffer;
}

/** Media type, from the file's signature rather than its name. */
function typeOf(bytes: Buffer): Logo['type'] | undefined {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return /^RIFF.{4}WEBP/s.test(head) ? 'image/webp' : undefined;
}

/** Throws a DirectoryError that names the broken rule. */
export function checkedLogo(content: Buffer): Logo {
  if (content.length > MAX_LOGO_BYTES)
    throw new DirectoryError(`A logo must be at most ${MAX_LOGO_BYTES / 1024} KiB large.`);
  const type = typeOf(content);
  const size = type && sizeOf(content);
  if (!type || !size) throw new DirectoryError('A logo must be a PNG, JPEG or WebP image.');
  const { min, max } = LOGO_PIXELS;
  const { width, height } = size;
  if (Math.min(width, height) >= min && Math.max(width, height) <= max) return { type, content };
  throw new DirectoryError(`A logo must be ${min} to ${max} pixels wide and high; this one has ${width} × ${height}.`);
}

function sizeOf(content: Buffer) {
  try {
    return imageSize(content);
  } catch {
    return undefined;
  }
}

/** Sets or removes the logo of an app's profile. Returns its digest. */
export async function changeLogo(tx: ControlTransaction, appId: number, logo: Logo | null): Promise<string | null> {
  const { organizationId } = await lockApp(tx, appId);
  const digest = logo && createHash('sha256').update(logo.content).digest('hex');
  if (logo) {
    await tx.query(sql`insert into control.app_logos (app_id, digest, type, content, created_at)
      values (${appId}, ${digest}, ${logo.type}, ${logo.content}, ${tx.timestamp})
      on conflict do nothing`);
  }
  await tx.query(sql`update control.apps set logo = ${digest} where id = ${appId}`);
  await dropUnusedLogos(tx, appId);
  await submitProfile(tx, appId);
  await tx.audit('app.logo_changed', { organizationId, appId, details: { digest } });
  return digest;
}

export const profileLogo = (db: Pool, appId: number) => findLogo(db, sql`a.id = ${appId} and l.digest = a.logo`);

export const listedLogo = (db: Pool, digest: string) =>
  findLogo(db, sql`l.digest = ${digest} and a.listing->>'logo' = l.digest and a.archived_at is null`);

const findLogo = (db: Pool, condition: Sql): Promise<Logo | undefined> =>
  firstRowOf<Logo>(
    db,
    sql`select l.type, l.content from control.app_logos l join control.apps a on a.id = l.app_id
      where ${condition} limit 1`,
  );

/** Milliseconds after which an encoding process is killed. */
const WITHIN = 10_000;

/** Maximum length of the queue: requests beyond it would time out. */
const QUEUE = 4;

/** Exit codes of `logo-encoder.ts`. */
const NOT_DECODED = 65;
const TOO_LARGE = 66;

/** The encoder program in the same folder, as TypeScript or compiled. */
const ENCODER = new URL(`./logo-encoder${extname(import.meta.url)}`, import.meta.url);

interface Encoding {
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
      else if (code === TOO_LARGE || signal)
        reject(
          new DirectoryError(
            'This image takes too much time or memory to read. Save it as a PNG of at most 512 × 512 pixels.',
          ),
        );
      else reject(new Error(`The image encoder failed: ${Buffer.concat(said)}`));
    });
  });
}
