import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WebContext } from '../kit/context.ts';
import { WebProblem } from '../kit/problems.ts';

export interface Asset {
  readonly content: Buffer;
  readonly file: string;
  readonly type: string;
}

export interface Assets {
  readonly stylePath: string;
  readonly iconPath: string;
  /** Path of the script of developers' and operators' pages. */
  readonly consolePath: string;
  find(path: string): Asset | undefined;
}

const contentOf = (file: string): Buffer => readFileSync(new URL(file, import.meta.url));

const STYLE = Buffer.concat([contentOf('../theme.css'), contentOf('style.css')]);
const CONSOLE: Asset = { content: contentOf('console.js'), file: 'console.js', type: 'text/javascript' };
const ICON: Asset = { content: contentOf('icon.svg'), file: 'icon.svg', type: 'image/svg+xml' };

/** Assets with the deployment's own logo. `rules` are CSS rules appended to the style sheet. */
export function createAssets({ icon = ICON, rules }: { icon?: Asset | undefined; rules: string }): Assets {
  const style: Asset = { content: Buffer.concat([STYLE, Buffer.from(rules)]), file: 'style.css', type: 'text/css' };
  const byPath = new Map([style, icon, CONSOLE].map((asset) => [pathOf(asset), asset]));
  const [stylePath, iconPath, consolePath] = [pathOf(style), pathOf(icon), pathOf(CONSOLE)];
  return { stylePath, iconPath, consolePath, find: (path) => byPath.get(path) };
}

/** Puts a digest of the content into the name, so that browsers can cache the file forever. */
function pathOf({ content, file }: Asset): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return `/assets/${digest}-${file}`;
}

/** `GET /assets/…`, cached publicly and forever. */
export function sendAsset(assets: Assets) {
  return async function sendAssetOfPath(ctx: WebContext): Promise<void> {
    const found = assets.find(ctx.path);
    if (!found) throw new WebProblem('notFound');
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.remove('Vary');
    ctx.remove('Content-Language');
    ctx.type = found.type;
    ctx.body = found.content;
  };
}
