import bundle from '../generated/openapi.json' with { type: 'json' };
import type { OpenApiDocument } from './document.ts';

// TypeScript infers the type of every literal in the JSON file, which no type of a document matches.
export const contract = bundle as unknown as OpenApiDocument;
