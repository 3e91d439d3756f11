import { once } from 'node:events';
import { closeSync, existsSync, lstatSync, openSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { relative } from 'node:path';
import { StartError } from './start-error.ts';

const SOCKET_NAME = 'admin.sock';

/** Longest socket path in bytes: `sun_path` without its terminating NUL. */
const LONGEST = process.platform === 'linux' ? 107 : 103;

/** A path to the socket of a data folder, valid until released. */
export interface SocketPath {
  readonly path: string;
  release(): void;
}

/**
 * Finds a path short enough for a socket: the folder's, the same relative to the working directory or, on Linux, one
 * through an open descriptor of the folder. Undefined on Windows and if all are too long.
 */
export function socketPathOf(folder: string, platform: NodeJS.Platform = process.platform): SocketPath | undefined {
  if (platform === 'win32') return undefined;
  const full = `${folder}/${SOCKET_NAME}`;
  const path = [full, relative('.', full)].find((each) => Buffer.byteLength(each) <= LONGEST);
  if (path !== undefined) return { path, release: () => {} };
  if (platform !== 'linux') return undefined;
  const descriptor = openSync(folder, 'r');
  return { path: `/proc/self/fd/${descriptor}/${SOCKET_NAME}`, release: () => closeSync(descriptor) };
}

export async function hasListener(folder: string): Promise<boolean> {
  const place = existsSync(`${folder}/${SOCKET_NAME}`) ? socketPathOf(folder) : undefined;
  if (!place) return false;
  const socket = connect(place.path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return false;
    throw new StartError(`The server on ${folder} cannot be reached (${code}); run this as the owner of that folder.`);
  } finally {
    socket.destroy();
    place.release();
  }
}

/** Removes a socket left by a killed server. The caller must hold the folder's lock. */
export function removeStaleSocket(folder: string): void {
  const file = `${folder}/${SOCKET_NAME}`;
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !found.isSocket()) throw new StartError(`${file} is not a socket; remove it.`);
  rmSync(file, { force: true });
}
