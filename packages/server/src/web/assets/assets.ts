import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WebContext } from '../context.ts';
import { WebProblem } from '../problems.ts';

interface Asset {
  readonly text: string;
  readonly type: string;
  /** Names the content, so that browsers keep it for ever. */
  readonly path: string;
}

function asset(file: string, type: string): Asset {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { text, type, path: `/assets/${digest}-${file}` };
}

const ASSETS = { style: asset('style.css', 'text/css'), icon: asset('icon.svg', 'image/svg+xml'), console: asset('console.js', 'text/javascript') };

export const STYLE_PATH = ASSETS.style.path;
export const ICON_PATH = ASSETS.icon.path;
export const CONSOLE_SCRIPT_PATH = ASSETS.console.path;

const BY_PATH = new Map(Object.values(ASSETS).map((each) => [each.path, each]));

/** `GET /assets/…`: the same for everybody, for ever. */
export async function sendAsset(ctx: WebContext): Promise<void> {
  const found = BY_PATH.get(ctx.path);
  if (!found) throw new WebProblem('notFound');
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  ctx.remove('Vary');
  ctx.remove('Content-Language');
  ctx.type = found.type;
  ctx.body = found.text;
}
