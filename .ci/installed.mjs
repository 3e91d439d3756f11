import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells whether pnpm has nothing to install, as it would itself: none of the files that say what to install is newer than
 * its last check. Asking pnpm takes seconds.
 */
export function isInstalled(root) {
  try {
    const { lastValidatedTimestamp, projects } = JSON.parse(
      readFileSync(join(root, 'node_modules/.pnpm-workspace-state-v1.json'), 'utf8'),
    );
    const folders = Object.keys(projects);
    // A checkout that was moved, or copied, is to be installed again.
    if (!folders.some((folder) => join(folder, '/') === join(root, '/'))) return false;
    const manifests = folders.map((folder) => join(folder, 'package.json'));
    const sources = [...manifests, join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml')];
    return sources.every((file) => statSync(file).mtimeMs <= lastValidatedTimestamp);
  } catch {
    return false;
  }
}
