import { MemoryFS } from '@electric-sql/pglite';

/** PGlite's data folder in its own file system. */
const DATA = '/pglite/data';

const [FOLDER, FILE] = [0o40700, 0o100600];

const BLOCK = 512;

/** Folder or file of Emscripten's file system in memory. */
interface MemoryNode {
  readonly node_ops: { mknod(parent: MemoryNode, name: string, mode: number, device: number): MemoryNode };
  contents: Uint8Array;
  usedBytes: number;
}

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly data: Uint8Array;
}

/**
 * In-memory file system that starts with the files of a tar archive. PGlite's `loadDataDir` looks
 * up each path several times, which takes longer than starting PostgreSQL.
 */
export class MemoryImage extends MemoryFS {
  readonly #tar: Buffer;

  constructor(tar: Buffer) {
    super();
    this.#tar = tar;
  }

  override async initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS;
    files?.mkdirTree(DATA);
    const folders = new Map([['', files?.lookupPath(DATA, {}).node as unknown as MemoryNode]]);
    const make = (path: string, mode: number): MemoryNode => {
      const [, parent = '', name = ''] = /^(?:(.*)\/)?([^/]+)$/.exec(path) ?? [];
      const folder = folderAt(parent);
      return folder.node_ops.mknod(folder, name, mode, 0);
    };
    const folderAt = (path: string): MemoryNode => {
      const folder = folders.get(path) ?? make(path, FOLDER);
      folders.set(path, folder);
      return folder;
    };
    for (const { path, isFolder, data } of entriesOf(this.#tar)) {
      if (isFolder) folderAt(path);
      else Object.assign(make(path, FILE), { contents: new Uint8Array(data), usedBytes: data.length });
    }
  }
}

/** Entries of a tar archive (POSIX ustar), with absolute paths. */
function* entriesOf(tar: Buffer): Generator<Entry> {
  for (let at = 0; tar[at]; ) {
    const text = (from: number, length: number): string =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const path = [text(345, 155), text(0, 100)].join('/').replace(/^\/+|\/+$/g, '');
    const from = at + BLOCK;
    yield { path, isFolder: text(156, 1) === '5', data: tar.subarray(from, from + size) };
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
}
