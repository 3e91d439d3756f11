import { open, rename } from 'node:fs/promises';
import type { Resources } from '@tillgate/client';

/** Writes every active item to a file, one a line; the file is replaced once it is whole. Gives how many there are. */
export async function syncCatalogue(tillgate: Resources, file: string): Promise<number> {
  const unfinished = await open(`${file}.new`, 'w');
  let count = 0;
  for await (const item of tillgate.items.iterate({ status: 1, sort: 'itemCode', order: 'asc' })) {
    await unfinished.appendFile(`${JSON.stringify(item)}\n`);
    count += 1;
  }
  await unfinished.close();
  await rename(`${file}.new`, file);
  return count;
}
