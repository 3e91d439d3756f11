import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import type { DocumentationPage } from './layout.ts';

const CONTENT = readFileSync(new URL(import.meta.resolve('@tillgate/openapi/changelog.html')), 'utf8');

/** What changed in the contract from version to version. */
export const changelogPage = (): DocumentationPage => ({
  title: 'Changelog',
  current: 'changelog',
  body: html`<article>${raw(CONTENT)}</article>`,
});
