import type { OpenApiDocument } from './document.ts';
import { contractOperations } from './operations.ts';

/**
 * Resources of the change log in the contract's order, each with the scope that reads it: that of the read whose path ends in
 * the resource's name.
 */
export function changedResources(document: OpenApiDocument): string {
  const { enum: names = [] } = document.components?.schemas?.ChangedResource ?? {};
  const reads = contractOperations(document).filter(({ method }) => method === 'GET');
  const lines = names.map((name) => {
    const segment = `/${String(name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const read = reads.find(({ path }) => path.endsWith(segment));
    if (!read) throw new Error(`No read of the contract ends in ${segment}, the changed resource ${name}.`);
    return `    ${name}: '${read.scope}',\n`;
  });
  return `export const RESOURCE_SCOPES = {\n${lines.join('')}} as const;\n`;
}

/** The type of each changed resource's record: the schemas of `Change.record` are in the order of `ChangedResource`. */
export function changedRecords(document: OpenApiDocument): string {
  const { enum: names = [] } = document.components?.schemas?.ChangedResource ?? {};
  const { anyOf = [] } = document.components?.schemas?.Change?.properties?.record ?? {};
  const types = anyOf.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);
  if (types.length !== names.length)
    throw new Error('Change.record needs a schema for each ChangedResource, in its order.');
  const lines = names.map((name, index) => `    ${name}: Api.${types[index]};\n`);
  return `import type * as Api from './types.gen.ts';\n\nexport interface ChangedRecords {\n${lines.join('')}}\n`;
}
