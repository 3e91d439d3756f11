import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { SERVER } from './sources.ts';

/** The processes of a run compile the same modules. */
enableCompileCache();

/** Loads the sources below a URL for which `sourceOf` has another text. Has to run before their import. */
export function loadInstead(sourceOf: (path: string) => string | undefined, base = SERVER): void {
  registerHooks({
    load(url, context, next) {
      const source = url.startsWith(base.href) ? sourceOf(url.slice(base.href.length)) : undefined;
      return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}

/** Loads sources from a folder with mutated ones. */
export const loadFrom = (folder: string, base = SERVER): void =>
  loadInstead((path) => {
    const file = join(folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }, base);
