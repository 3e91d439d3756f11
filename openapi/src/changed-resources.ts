import type { OpenApiDocument, Operation, SchemaObject } from './document.ts';

/**
 * Resources of the change log in the contract's order, each with the scope that reads it: that of the read whose path ends in
 * the resource's name.
 */
export function changedResources(document: OpenApiDocument): string {
  const { enum: names = [] } = (document.components?.schemas?.ChangedResource ?? {}) as SchemaObject;
  const reads = Object.entries(document.paths ?? {}).flatMap(([path, { get }]) => (get ? [[path, get] as const] : []));
  const lines = names.map((name) => {
    const segment = `/${String(name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const [, read] = reads.find(([path]) => path.endsWith(segment)) ?? [];
    if (!read) throw new Error(`No read of the contract ends in ${segment}, the changed resource ${name}.`);
    return `    ${name}: '${scopeOf(read)}',\n`;
  });
  return `export const RESOURCE_SCOPES = {\n${lines.join('')}} as const;\n`;
}

const scopeOf = ({ security = [] }: Operation): string =>
  security.flatMap(({ partnerToken = [] }) => partnerToken)[0] ?? '';
