import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../src/document.ts';
import { BUNDLE, REPOSITORY } from '../src/layout.ts';

export const contract = JSON.parse(readFileSync(join(REPOSITORY, BUNDLE), 'utf8')) as OpenApiDocument;
