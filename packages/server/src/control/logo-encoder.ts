import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/**
 * Reads one image from standard input and writes its pixels as a PNG to standard output. The input
 * is an untrusted upload, so the process has no environment, and its parent may kill it at any
 * moment. Only the pixels of the first frame are kept.
 */

/** Exit codes for an image that cannot be decoded, and for one that needs too much memory. */
const NOT_DECODED = 65;
const TOO_LARGE = 66;

const MOST_PIXELS = 1024 * 1024;
const MOST_MEMORY = 400 * 1024 * 1024;

/** Longest side of the PNG in pixels: twice the size on pages. */
const LONGEST_SIDE = 512;

setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY) process.exit(TOO_LARGE);
}, 10).unref();

sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) });

const content = await buffer(process.stdin);
try {
  const png = await sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer();
  process.stdout.write(png);
} catch (error) {
  process.stderr.write(String(error));
  process.exitCode = NOT_DECODED;
}
