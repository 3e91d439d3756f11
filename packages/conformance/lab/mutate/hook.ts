import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { SERVER } from './sources.ts';

/** The processes of a run compile the same modules. */
enableCompileCache();

/** Loads sources below a URL, by default the server's, from a folder with mutated ones. Has to run before their import. */
export function loadFrom(folder: string, base = SERVER): void {
  registerHooks({
    load(url, context, next) {
      const file = url.startsWith(base.href) ? join(folder, url.slice(base.href.length)) : undefined;
      if (!file || !existsSync(file)) return next(url, context);
      return { format: 'module-typescript', source: readFileSync(file, 'utf8'), shortCircuit: true };
    },
  });
}
