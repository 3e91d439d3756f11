import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** Another process works with the data folder. */
export class FolderInUse extends StartError {}

/**
 * Locks a data folder for this process; two processes on one embedded database would destroy it. The lock of a process
 * that has ended is taken over. Returns the release.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}/lock`;
  while (!claim(file)) {
    const holder = holderOf(file);
    if (holder !== undefined) {
      throw new FolderInUse(
        `The data folder ${folder} is in use by process ${holder}; stop it or set TILLGATE_DATA_DIR.`,
      );
    }
    rmSync(file, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** Takes the file for one of several processes that start together; none sees it before it names its holder. */
function claim(file: string): boolean {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine);
  }
}

function holderOf(file: string): number | undefined {
  const pid = pidIn(file);
  return pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined;
}

function pidIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: alive, but another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
