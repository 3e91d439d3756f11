import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True if nothing needs installing: no manifest is newer than pnpm's last check. pnpm itself takes seconds to answer
 * the same question. `whole` asks for every package, not only what the server needs.
 */
export function isInstalled(root, { whole = false } = {}) {
  try {
    const { lastValidatedTimestamp, projects, filteredInstall } = JSON.parse(
      readFileSync(join(root, 'node_modules/.pnpm-workspace-state-v1.json'), 'utf8'),
    );
    if (whole && filteredInstall) return false;
    const folders = Object.keys(projects);
    // A moved or copied checkout needs a new install.
    if (!folders.some((folder) => join(folder, '/') === join(root, '/'))) return false;
    const manifests = folders.map((folder) => join(folder, 'package.json'));
    const sources = [...manifests, join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml')];
    return sources.every((file) => statSync(file).mtimeMs <= lastValidatedTimestamp);
  } catch {
    return false;
  }
}
