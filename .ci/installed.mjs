import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True if nothing needs installing: no manifest is newer than pnpm's last check. pnpm itself takes seconds to answer
 * the same question.
 */
export function isInstalled(root) {
  try {
    const { lastValidatedTimestamp, projects } = JSON.parse(
      readFileSync(join(root, 'node_modules/.pnpm-workspace-state-v1.json'), 'utf8'),
    );
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
