import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient, type UserConfig } from '@hey-api/openapi-ts';
import { arazzo } from './arazzo.ts';
import { bundle } from './bundle.ts';
import { changedRecords, changedResources } from './changed-resources.ts';
import { changelogHtml } from './changelog/page.ts';
import { changelogOf } from './changelog/versions.ts';
import { clientContract } from './client-contract.ts';
import { clientResources } from './client-resources.ts';
import { clientSamples } from './client-samples.ts';
import { decimalUnit } from './decimals.ts';
import type { OpenApiDocument } from './document.ts';
import { mintStatuses, partnerStatuses, statusConstant, statusType } from './error-statuses.ts';
import {
  ARAZZO,
  BUNDLE,
  CHANGELOG,
  CHANGELOG_PAGE,
  CLIENT,
  CLIENT_SAMPLES,
  LIVE_EXAMPLES,
  POSTMAN,
  REPOSITORY,
  SERVER_TYPES,
  SPECIFICATION,
} from './layout.ts';
import { liveExamples } from './live/module.ts';
import { operations } from './operations-plugin.ts';
import { postmanCollection } from './postman/postman.ts';

/** Writes the bundle and everything generated from it to `root`. */
export async function generate(root: string): Promise<void> {
  bundle(root);
  const jobs: UserConfig[] = [
    { ...common(root, SERVER_TYPES), plugins: ['@hey-api/typescript', operations()] },
    {
      ...common(root, CLIENT),
      plugins: [
        {
          name: '@hey-api/typescript',
          // Decimal strings have their own types, so that an amount cannot be passed as a quantity
          // or an arbitrary string.
          $resolvers: {
            string({ $, plugin, schema }) {
              const unit = decimalUnit(schema.pattern);
              if (!unit) return undefined;
              const decimal = plugin.symbol('Decimal', { external: '../decimal.ts', kind: 'type' });
              return $.type(decimal).generic($.type.literal(unit));
            },
          },
        },
      ],
    },
  ];
  const done = await createClient(jobs);
  // An unreadable input does not throw. Its job is then missing from the results.
  if (done.length !== jobs.length) throw new Error(`code could not be generated from ${join(root, BUNDLE)}`);
  const document: OpenApiDocument = JSON.parse(readFileSync(join(root, BUNDLE), 'utf8'));
  const statuses = partnerStatuses(document);
  writeGenerated(
    join(root, SERVER_TYPES, 'errors.gen.ts'),
    `${statusConstant('PARTNER_CODES', statuses)}\n${statusConstant('MINT_CODES', mintStatuses(document))}`,
  );
  writeGenerated(join(root, SERVER_TYPES, 'changes.gen.ts'), changedResources(document));
  writeGenerated(join(root, CLIENT, 'changes.gen.ts'), changedRecords(document));
  writeGenerated(join(root, CLIENT, 'errors.gen.ts'), statusType(statuses));
  writeGenerated(join(root, CLIENT, 'resources.gen.ts'), clientResources(document));
  writeGenerated(join(root, CLIENT, 'contract.gen.ts'), clientContract(document));
  copySpecification(root);
  writeJson(join(root, CLIENT_SAMPLES), clientSamples(document));
  writeJson(join(root, ARAZZO), arazzo(document));
  writeGenerated(join(root, LIVE_EXAMPLES), liveExamples(document));
  writeJson(join(root, POSTMAN), postmanCollection(document));
  const changelog = changelogOf(document);
  writeJson(join(root, CHANGELOG), changelog);
  writeFileSync(join(root, CHANGELOG_PAGE), changelogHtml(changelog, document));
}

/** The executable specification, for the client's test double. Its exact arithmetic lies beside it there. */
function copySpecification(root: string): void {
  const from = join(REPOSITORY, SPECIFICATION);
  for (const file of ['../decimals.ts', ...globSync('**/*.ts', { cwd: from })]) {
    const copy = join(root, CLIENT, 'specification', file.replace('../', ''));
    const text = readFileSync(join(from, file), 'utf8');
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, `${COPIED}\n\n${text.replaceAll(/'(\.{2}\/)+decimals\.ts'/g, besideIt)}`);
  }
}

/** An import of the arithmetic, which lies one folder further down in the copy. */
const besideIt = (path: string): string =>
  path.startsWith("'../../") ? path.replace('../', '') : path.replace('../', './');

const writeJson = (file: string, value: object): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const writeGenerated = (file: string, text: string): void => writeFileSync(file, `${HEADER}\n\n${text}`);

const HEADER = '// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.';

const COPIED = '// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.';

/** The consent screen is a page on another host, not an API call. */
function withoutConsentScreen(document: OpenApiDocument) {
  const { '/oauth/authorize': _, ...paths } = document.paths ?? {};
  return { ...document, paths };
}

function common(root: string, folder: string): UserConfig {
  return {
    input: withoutConsentScreen(JSON.parse(readFileSync(join(root, BUNDLE), 'utf8'))),
    parser: {
      // Records may be sent back with their read-only properties, so both directions share a type.
      transforms: { readWrite: { enabled: false } },
    },
    logs: { level: 'silent', file: false },
    // Node runs these files directly, so imports need extensions. There is no tsconfig, so that the
    // output depends only on this configuration.
    output: {
      header: HEADER,
      path: join(root, folder),
      entryFile: false,
      module: { extension: '.ts' },
      tsConfigPath: null,
    },
  };
}

if (import.meta.main) await generate(REPOSITORY);
