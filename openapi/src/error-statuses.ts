import { isObject, type OpenApiDocument, type Schema } from './document.ts';

type ErrorStatuses = readonly (readonly [code: string, status: number])[];

/** Statuses of the resource endpoints' error codes. */
export const partnerStatuses = (document: OpenApiDocument): ErrorStatuses =>
  statusesOf(document.components?.schemas?.Error, 'Error');

/** Statuses of the sandbox mint's error codes, which are nested one level deeper. */
export const mintStatuses = (document: OpenApiDocument): ErrorStatuses =>
  statusesOf(document.components?.schemas?.MintError?.properties?.error, 'MintError');

/** Reads `x-tillgate-statuses`. */
function statusesOf(schema: Schema | undefined, name: string): ErrorStatuses {
  const { enum: codes = [], 'x-tillgate-statuses': statuses } = schema?.properties?.code ?? {};
  if (!isObject(statuses) || Object.keys(statuses).join() !== codes.join()) {
    throw new Error(`The codes of ${name} and their x-tillgate-statuses differ.`);
  }
  return Object.entries(statuses).map(([code, status]) => [code, Number(status)]);
}

/** Source text of a constant in the server. */
export const statusConstant = (name: string, statuses: ErrorStatuses): string =>
  `export const ${name} = {\n${statuses.map(([code, status]) => `    '${code}': ${status},\n`).join('')}} as const;\n`;

/** Source text of a type in the client, which does not need the values. */
export const statusType = (statuses: ErrorStatuses): string =>
  `export type ApiStatus = {\n${statuses.map(([code, status]) => `    '${code}': ${status};\n`).join('')}};\n`;
