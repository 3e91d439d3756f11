import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { AA, type Colour, contrast, darkPalette, lightPalette } from '../../../src/brand-settings.ts';
import { readConfig } from '../../../src/config.ts';
import { openBrand } from '../../../src/pages/assets/brand.ts';
import { authorizeUrl, newScene } from '../../support/consent.ts';
import { startService } from '../../support/service.ts';
import { textOf, Visitor } from '../../support/web-visitor.ts';

const SVG = '<?xml version="1.0"?><!-- ours --><svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('A deployment with its own brand', async () => {
  const service = await startService({
    settings: {
      TILLGATE_NAME: 'Kasse <Nord>',
      TILLGATE_LOGO: fileOf('logo.svg', SVG),
      TILLGATE_ACCENT: '#6a1b9a',
      TILLGATE_SUPPORT: 'hilfe@kasse.example',
    },
  });
  afterAll(() => service.stop());

  test('shows its name, logo and support on every page', async () => {
    const { app, owner } = await newScene(service);
    const visitor = new Visitor(service);
    const shown = async (path: string) => {
      const { html } = await visitor.open(path);
      expect(html).toContain('<bdi>Kasse &lt;Nord&gt;</bdi>');
      expect(html).toContain('href="mailto:hilfe@kasse.example"');
      expect(html).not.toContain('Tillgate');
      return html;
    };
    for (const path of ['/', '/sign-in', '/nothing']) await shown(path);
    // No mails are sent here, so the page names whom to ask for a new password.
    expect(textOf(await shown('/forgotten-password'))).toContain('hilfe@kasse.example');
    await visitor.signIn(owner);
    for (const path of [authorizeUrl(app), '/connections', '/people', '/account']) await shown(path);
    const [, logo = ''] = /<img src="(\/assets\/[^"]+)"/.exec(await shown('/account')) ?? [];
    const { headers, html } = await visitor.send('GET', logo);
    expect([headers.get('content-type'), html]).toEqual(['image/svg+xml', SVG]);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
  });

  test('shows them on the reference and the guides', async () => {
    const at = async (path: string) => fetch(service.apiUrl.replace('/v1', path));
    for (const path of ['/docs', '/docs/guides', '/docs/guides/errors', '/docs/search?q=x']) {
      const html = await (await at(path)).text();
      expect(html).toContain('<bdi>Kasse &lt;Nord&gt;</bdi>');
      expect(html).toContain('<img src="/docs/logo.svg"');
    }
    const logo = await at('/docs/logo.svg');
    expect([logo.headers.get('content-type'), await logo.text()]).toEqual(['image/svg+xml', SVG]);
    expect(await (await at('/docs/style.css')).text()).toContain('--accent: #6a1b9a');
  });

  test('has its accent in the style sheet, for light and dark pages', async () => {
    const visitor = new Visitor(service);
    const [, style = ''] = /href="(\/assets\/[^"]+\.css)"/.exec((await visitor.open('/')).html) ?? [];
    expect((await visitor.send('GET', style)).html).toMatch(
      /:root \{ --accent: #6a1b9a; .*\n@media \(prefers-color-scheme: dark\) \{\n {2}:root \{ --accent: #/,
    );
  });
});

test.each([
  ['TILLGATE_NAME', ' ', /^TILLGATE_NAME must be a name of 1 to 40 characters/],
  ['TILLGATE_NAME', 'x'.repeat(41), /1 to 40 characters/],
  ['TILLGATE_NAME', 'a\u202eb', /without control characters/],
  ['TILLGATE_ACCENT', 'green', /^TILLGATE_ACCENT must be a colour such as #0b6b45, not "green"\.$/],
  ['TILLGATE_ACCENT', '#0b6b4', /must be a colour/],
  ['TILLGATE_ACCENT', '#777777', /white text on #777777 has a contrast of 4\.47:1, and WCAG AA requires 4\.5:1/],
  ['TILLGATE_SUPPORT', 'http://help.example', /e-mail address or a URL that begins with https/],
  ['TILLGATE_SUPPORT', 'javascript:alert(1)', /e-mail address or a URL/],
])('the setting %s is rejected as %j', (setting, value, message) => {
  expect(() => readConfig({ [setting]: value })).toThrow(message);
});

test.each([
  ['that does not exist', () => join(folder, 'none.svg'), /cannot be read: .*none\.svg \(ENOENT\)/],
  ['of another kind', () => fileOf('logo.png', '<html><svg>'), /must be an SVG or a PNG file/],
  ['that is too large', () => fileOf('large.svg', SVG + ' '.repeat(300_000)), /at most 256 KiB/],
])('a logo %s is rejected', async (_, path, message) => {
  const settings = { name: 'Till', logo: path(), accent: undefined, support: undefined };
  await expect(openBrand(settings)).rejects.toThrow(message);
});

test('every accent that white text can be read on is read on all grounds of light and dark pages', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value): Colour => `#${value.toString(16).padStart(6, '0')}`);
  const grounds = { light: ['#ffffff', '#f4f6f3'], dark: ['#1a211d'] } as const;
  fc.assert(
    fc.property(hex, (accent) => {
      fc.pre(contrast(accent, '#ffffff') >= AA);
      for (const [palette, pages] of [
        [lightPalette(accent), grounds.light],
        [darkPalette(accent), grounds.dark],
      ] as const) {
        for (const ground of [...pages, palette.tint, palette.onAccent]) {
          expect(contrast(palette.accent, ground)).toBeGreaterThanOrEqual(AA);
        }
        expect(contrast(palette.accentStrong, palette.onAccent)).toBeGreaterThanOrEqual(AA);
      }
    }),
    { numRuns: 300 },
  );
});
