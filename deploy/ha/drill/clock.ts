import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's package libfaketime, if it is installed. */
export const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

/** Python cannot sleep under libfaketime, so only its function for the time of day is replaced. */
const SITE = `import os, time
_now = time.time
def _moved():
    with open(os.environ['FAKETIME_TIMESTAMP_FILE']) as file:
        return _now() + float(file.read())
time.time = _moved
`;

/** The clock of one node, for Patroni and the PostgreSQL that it starts. */
export class Clock {
  readonly #file: string;
  /** Folder of PostgreSQL's programs, in which `postgres` uses this clock. */
  readonly binaries: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(folder: string, binaries: string) {
    this.#file = join(folder, 'clock');
    this.binaries = join(folder, 'bin');
    this.env = { PYTHONPATH: folder, FAKETIME_TIMESTAMP_FILE: this.#file };
    this.move(0);
    writeFileSync(join(folder, 'sitecustomize.py'), SITE);
    mkdirSync(this.binaries);
    for (const name of readdirSync(binaries))
      if (name !== 'postgres') symlinkSync(join(binaries, name), join(this.binaries, name));
    const settings = `LD_PRELOAD=${FAKETIME} FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1`;
    const script = `#!/bin/sh\nexec env ${settings} ${join(binaries, 'postgres')} "$@"\n`;
    writeFileSync(join(this.binaries, 'postgres'), script, { mode: 0o755 });
  }

  /** Sets it this many seconds ahead of the machine's clock. */
  move(seconds: number): void {
    // Renamed into place, because the file is read continuously.
    writeFileSync(`${this.#file}.new`, `+${seconds}`);
    renameSync(`${this.#file}.new`, this.#file);
  }
}
