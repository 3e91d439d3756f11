import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { SERVER } from './sources.ts';

/** The processes of a run compile the same modules. */
enableCompileCache();

/** Loads the server's sources from a folder with mutated ones. Has to run before the server is imported. */
export function loadFrom(folder: string): void {
  registerHooks({
    load(url, context, next) {
      const file = url.startsWith(SERVER.href) ? join(folder, url.slice(SERVER.href.length)) : undefined;
      if (!file || !existsSync(file)) return next(url, context);
      return { format: 'module-typescript', source: readFileSync(file, 'utf8'), shortCircuit: true };
    },
  });
}
