import { readFile } from 'node:fs/promises';
import { StartError } from '../../process/start-error.ts';
import { type Asset, type Assets, createAssets } from '../assets/assets.ts';
import { accentRules } from './colours.ts';
import type { BrandSettings, Support } from './settings.ts';

export interface Brand {
  readonly name: string;
  readonly support: Support | undefined;
  readonly assets: Assets;
  readonly logo: Asset | undefined;
  /** CSS rules that are appended to the style sheet. */
  readonly rules: string;
}

export async function openBrand({ name, logo, accent, support }: BrandSettings): Promise<Brand> {
  const icon = logo === undefined ? undefined : await readLogo(logo);
  const rules = accent ? accentRules(accent) : '';
  return { name, support, logo: icon, rules, assets: createAssets({ icon, rules }) };
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
