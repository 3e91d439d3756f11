import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locate, METHODS, type OpenApiDocument, type Parameter, pointerTo } from '../document.ts';
import { PACKAGE } from '../layout.ts';
import type { Change } from './changes.ts';

/** A change as `redocly diff --format json` reports it. */
export interface RatedChange {
  /** JSON Pointer with the references resolved. */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly impact: 'major' | 'minor' | 'patch';
  readonly verdicts: readonly { readonly impact: string; readonly message: string }[];
}

/** Compares two documents with Redocly's engine, which is independent of ours and knows OpenAPI 3.1. */
export function rateChanges(before: OpenApiDocument, after: OpenApiDocument): RatedChange[] {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-diff-'));
  try {
    const [base, revision, report] = ['base.json', 'revision.json', 'report.json'].map((name) => join(folder, name));
    writeFileSync(base as string, JSON.stringify(before));
    writeFileSync(revision as string, JSON.stringify(after));
    const config = ['--config', join(PACKAGE, 'redocly-diff.yaml')];
    const args = ['diff', base, revision, ...config, '--format', 'json', '--fail-on', 'none', '--output', report];
    const { status, stderr, error } = spawnSync(join(PACKAGE, 'node_modules/.bin/redocly'), args as string[], {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    if (error !== undefined || status !== 0) throw new Error(`redocly diff failed: ${error?.message ?? stderr}`);
    return JSON.parse(readFileSync(report as string, 'utf8')).changes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Breaking changes that Redocly's engine rates as major, in a part of an operation (a response, a parameter, the body) in
 * which ours found nothing that breaks.
 */
export function furtherChanges(
  rated: readonly RatedChange[],
  own: readonly Change[],
  documents: { readonly before: OpenApiDocument; readonly after: OpenApiDocument },
): Change[] {
  const found = own.filter(({ breaking }) => breaking).flatMap(({ places }) => places);
  return rated.flatMap(({ path, kind, verdicts }) => {
    const { operation, part, rest } = placeOf(path, kind === 'removed' ? documents.before : documents.after);
    const place = [operation, part].filter(Boolean).join(': ');
    if (found.some((other) => other === place || other.startsWith(`${place}: `))) return [];
    return verdicts
      .filter(({ impact }) => impact === 'major')
      .map(({ message }) => ({
        id: ['Redocly', place, rest, message.replaceAll('`', "'")].filter(Boolean).join(': '),
        breaking: true,
        reaches: [],
        operations: [operation],
        places: [place],
        uses: [{ operation, ...(part.startsWith('response') && { in: 'response' as const }) }],
      }));
  });
}

/** A place in our words: `#/paths/~1items/get/parameters/6/schema` is of `GET /items`, `query parameter 'search'`. */
function placeOf(path: string, document: OpenApiDocument) {
  const keys = path.slice(2).split('/').map(unescaped);
  const [section, route = '', method = '', kind, name = '', ...rest] = keys;
  if (section !== 'paths') return { operation: '', part: '', rest: keys.join('/') };
  if (!METHODS.some((one) => one === method))
    return { operation: '', part: '', rest: [route, ...keys.slice(2)].join('/') };
  const operation = `${method.toUpperCase()} ${route}`;
  switch (kind) {
    case 'responses':
      return { operation, part: `response ${name}`, rest: rest.join('/') };
    case 'requestBody':
      return { operation, part: 'request body', rest: [name, ...rest].join('/') };
    case 'parameters':
      return { operation, part: name && parameterAt(document, route, method, name), rest: rest.join('/') };
    default:
      return { operation, part: '', rest: keys.slice(3).join('/') };
  }
}

function parameterAt(document: OpenApiDocument, route: string, method: string, index: string): string {
  const { value } = locate<Parameter>(document, pointerTo('#/paths', route, method, 'parameters', index));
  return `${value.in} parameter '${value.name}'`;
}

const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
