import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeLogo } from '../../../src/control/app-logos.ts';
import { chunk, png } from '../../support/images.ts';

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });

/** Names of the chunks of a PNG. Asserts that no bytes come after the last one. */
function chunksOf(content: Buffer): string[] {
  const names: string[] = [];
  let at = 8;
  while (at < content.length) {
    names.push(content.toString('latin1', at + 4, at + 8));
    at += 12 + content.readUInt32BE(at);
  }
  expect(at).toBe(content.length);
  return names;
}

/** A picture with further bytes after its beginning. */
const within = (image: Buffer, at: number, more: Buffer) =>
  Buffer.concat([image.subarray(0, at), more, image.subarray(at)]);

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['HTML behind a PNG', () => Buffer.concat([png(64), Buffer.from('<script>alert(1)</script>')])],
  ['a text chunk', () => within(png(64), 33, chunk('tEXt', Buffer.from('Comment\0<script>')))],
  [
    'EXIF, XMP and a colour profile',
    () =>
      picture(64)
        .jpeg()
        .withExif({ IFD0: { Copyright: '<script>' } })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><script/></x:xmpmeta>')
        .withIccProfile('p3')
        .toBuffer(),
  ],
  [
    'a JPEG comment',
    async () => within(await picture(64).jpeg().toBuffer(), 2, Buffer.from('\xff\xfe\0\x0a<script>', 'latin1')),
  ],
])('a logo with %s is stored as its picture alone', async (_, content) => {
  const given = await content();
  const encoded = await encodeLogo(given);
  expect(chunksOf(encoded).filter((name) => !['IHDR', 'pHYs', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(name))).toEqual(
    [],
  );
  expect(encoded.includes('script')).toBe(false);
  expect(await sharp(encoded).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 });
  const pixels = (image: Buffer) => sharp(image).toColourspace('srgb').removeAlpha().resize(1, 1).raw().toBuffer();
  const [before, after] = await Promise.all([pixels(given), pixels(encoded)]);
  expect(after.every((value, i) => Math.abs(value - (before[i] ?? 0)) < 12)).toBe(true);
});

test('a large logo is scaled to 512 pixels and keeps its proportions and transparency', async () => {
  const encoded = await encodeLogo(await picture(1024, 256).webp().toBuffer());
  expect(await sharp(encoded).metadata()).toMatchObject({ width: 512, height: 128, hasAlpha: true });
});

test('a turned photograph is stored upright', async () => {
  const turned = await picture(64, 128).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(await sharp(await encodeLogo(turned)).metadata()).toMatchObject({ width: 128, height: 64 });
});

test('an animated logo is stored as its first frame', async () => {
  const raw = Buffer.concat([Buffer.alloc(64 * 64 * 3, 10), Buffer.alloc(64 * 64 * 3, 250)]);
  const frames = await sharp(raw, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
    .webp({ lossless: true, loop: 0 })
    .toBuffer();
  expect((await sharp(frames).metadata()).pages).toBe(2);
  const encoded = await encodeLogo(frames);
  expect(await sharp(encoded).metadata()).toMatchObject({ width: 64, height: 64 });
  expect((await sharp(encoded).raw().toBuffer())[0]).toBe(10);
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['of more than a million pixels', () => picture(1025, 1024).png().toBuffer()],
  ['cut in the middle', () => png(512).subarray(0, 200)],
  [
    'with a flipped bit',
    () => {
      const bytes = png(64);
      bytes.writeUInt8(bytes.readUInt8(50) ^ 16, 50);
      return bytes;
    },
  ],
  ['that is an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')],
  ['that is a GIF', () => picture(64).gif().toBuffer()],
  ['that is empty', () => Buffer.alloc(0)],
])('an image %s is rejected as damaged', async (_, content) => {
  await expect(encodeLogo(await content())).rejects.toThrow('This image is damaged or incomplete.');
});

/** Stands for the encoder, which takes long to start. */
async function withEncoder(source: string, work: (encoder: URL) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-encoder-'));
  const encoder = join(folder, 'encoder.mjs');
  await writeFile(encoder, source);
  await work(pathToFileURL(encoder));
  await rm(folder, { recursive: true });
}

test('an image that takes too long is given up by killing its process, and the next one is encoded', () =>
  withEncoder('for (;;);', async (encoder) => {
    await expect(encodeLogo(png(64), { encoder, within: 100 })).rejects.toThrow('takes too much time or memory');
    expect(chunksOf(await encodeLogo(png(64)))).toContain('IDAT');
  }));

test('images wait for each other, and no more than a few of them', () =>
  withEncoder('process.stdin.pipe(process.stdout);', async (encoder) => {
    const images = Array.from({ length: 8 }, () => encodeLogo(png(64), { encoder }));
    const outcomes = await Promise.allSettled(images);
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')]);
  }));
