import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { accentRules, type Support } from '../../brand-settings.ts';
import type { Config } from '../../config.ts';
import { type Logo, listedLogo } from '../../control/app-logos.ts';
import type { Control } from '../../control/control.ts';
import { StartError } from '../../process/start-error.ts';
import { type WebContext, WebProblem, type WebStage } from '../kit/context.ts';

interface Asset {
  readonly content: Buffer;
  readonly file: string;
  readonly type: string;
}

const contentOf = (file: string): Buffer => readFileSync(new URL(file, import.meta.url));

const STYLES = [contentOf('../theme.css'), contentOf('style.css')];
const SCRIPT: Asset = { content: contentOf('pages.js'), file: 'pages.js', type: 'text/javascript' };
const ICON: Asset = { content: contentOf('icon.svg'), file: 'icon.svg', type: 'image/svg+xml' };

/** Assets with the deployment's own icon and CSS rules. Pages of signed-in people have the script. */
function createAssets(icon: Asset, rules: string) {
  const style = { content: Buffer.concat([...STYLES, Buffer.from(rules)]), file: 'style.css', type: 'text/css' };
  const byPath = new Map([style, icon, SCRIPT].map((asset) => [pathOf(asset), asset]));
  const [stylePath, iconPath, scriptPath] = [pathOf(style), pathOf(icon), pathOf(SCRIPT)];
  return { stylePath, iconPath, scriptPath, find: (path: string) => byPath.get(path) };
}

type Assets = ReturnType<typeof createAssets>;

/** Puts a digest of the content into the name, so that browsers can cache the file forever. */
function pathOf({ content, file }: Asset): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return `/assets/${digest}-${file}`;
}

/** `GET /assets/…`, cached publicly and forever. */
export const sendAsset = (assets: Assets) =>
  async function sendAssetOfPath(ctx: WebContext): Promise<void> {
    const found = assets.find(ctx.path);
    if (!found) throw new WebProblem('notFound');
    cacheForever(ctx);
    ctx.type = found.type;
    ctx.body = found.content;
  };

function cacheForever(ctx: WebContext): void {
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  ctx.remove('Vary');
  ctx.remove('Content-Language');
}

export interface Brand {
  readonly name: string;
  readonly support: Support | undefined;
  readonly assets: Assets;
  readonly logo: Asset | undefined;
  /** CSS rules that are appended to the style sheet. */
  readonly rules: string;
}

export async function openBrand({ name, logo, accent, support }: Config['brand']): Promise<Brand> {
  const icon = logo === undefined ? undefined : await readLogo(logo);
  const rules = accent ? accentRules(accent) : '';
  return { name, support, logo: icon, rules, assets: createAssets(icon ?? ICON, rules) };
}

const MAX_LOGO = 256 * 1024;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads a logo. Its media type follows from the content, not from the file name. */
async function readLogo(path: string): Promise<Asset> {
  const content = await readFile(path).catch((cause) => {
    throw new StartError(`TILLGATE_LOGO cannot be read: ${path} (${cause.code}).`, { cause });
  });
  if (content.length > MAX_LOGO)
    throw new StartError(`TILLGATE_LOGO must be at most ${MAX_LOGO / 1024} KiB large: ${path}.`);
  if (content.subarray(0, PNG.length).equals(PNG)) return { content, file: 'logo.png', type: 'image/png' };
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg[\s>]/s.test(content.toString('utf8'))) {
    return { content, file: 'logo.svg', type: 'image/svg+xml' };
  }
  throw new StartError(`TILLGATE_LOGO must be an SVG or a PNG file: ${path}.`);
}

/** `GET /logos/{digest}`: a logo that merchants see, cached publicly and forever. */
export const sendListedLogo = ({ pool }: Control): WebStage =>
  async function sendLogoOfDigest(ctx) {
    const digest = ctx.params.digest ?? '';
    sendLogo(ctx, /^[0-9a-f]{64}$/.test(digest) ? await listedLogo(pool, digest) : undefined);
    cacheForever(ctx);
  };

/** Sends an uploaded image with headers that keep it from running scripts, even when opened directly. */
export function sendLogo(ctx: WebContext, logo: Logo | undefined): void {
  if (!logo) throw new WebProblem('notFound');
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
  ctx.type = logo.type;
  ctx.body = logo.content;
}
