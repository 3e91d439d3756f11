import { crc32, deflateSync } from 'node:zlib';

export const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG image of one colour. */
export function png(width: number, height = width, colour = 0x0b6b45): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const row = Buffer.concat([
    Buffer.of(0),
    ...Array<Buffer>(width).fill(Buffer.from(colour.toString(16).padStart(6, '0'), 'hex')),
  ]);
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** The beginning of a JPEG image, which states its size. */
export const jpeg = (width: number, height: number): Buffer =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...[0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0],
    ...[0xff, 0xd9],
  ]);

/** The beginning of a lossless WebP image. */
export function webp(width: number, height: number): Buffer {
  const bits = Buffer.alloc(4);
  bits.writeUInt32LE((width - 1) | ((height - 1) << 14));
  const data = Buffer.concat([Buffer.of(0x2f), bits, Buffer.alloc(11)]);
  const sizes = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  sizes[0].writeUInt32LE(data.length + 12);
  sizes[1].writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from('RIFF'), sizes[0], Buffer.from('WEBPVP8L'), sizes[1], data]);
}
