import { statfsSync } from 'node:fs';
import { StorageFull } from './failures.ts';

/**
 * Disk space reserved for the embedded database: three segments of its log. If it ran out of space
 * during a write, it might stop permanently, so writes are rejected earlier.
 */
export const RESERVE = 48 * 1024 * 1024;

/** Free space on the disk of a data folder. */
export class DiskSpace {
  readonly #folder: string;
  readonly #freeBytes: () => number;

  constructor(folder: string, freeBytes = () => freeBytesOf(folder)) {
    this.#folder = folder;
    this.#freeBytes = freeBytes;
  }

  get free(): number {
    return this.#freeBytes();
  }

  get isFull(): boolean {
    return this.free < RESERVE;
  }

  /** Throws StorageFull if there is no space for a write. */
  require(): void {
    if (this.isFull)
      throw new StorageFull(`The disk of the data folder ${this.#folder} is full; free ${RESERVE >> 20} MiB of it.`);
  }
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
