import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bundles and minifies what a page with this `source` would load of the package. */
export async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
    conditions: ['@tillgate/source'],
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

export const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length;

/** One kind of credential and one resource. Other resources add almost nothing to a bundle. */
export const TYPICAL = `
  import { createTillgate, memoryTokenStore, oauth } from '@tillgate/client';
  const credentials = oauth({ clientId: '', clientSecret: '', authUrl: '', redirectUri: '', tokens: memoryTokenStore() });
  for await (const item of createTillgate({ baseUrl: '', credentials }).merchant(1).items.iterate()) console.log(item);
`;

if (import.meta.main) {
  for (const [name, source] of [
    ['an app that merchants connect to', TYPICAL],
    ['everything', `export * from '@tillgate/client';`],
  ] as const) {
    const text = await bundle(source);
    console.log(`${name}: ${text.length} bytes, ${gzipped(text)} gzipped`);
  }
}
