import { isObject, type OpenApiDocument, type SchemaObject } from './document.ts';

/** The status of each error code of a resource endpoint, as the contract's `x-tillgate-statuses` has it. */
export function errorStatuses(document: OpenApiDocument): [code: string, status: number][] {
  const schema = document.components?.schemas?.Error as SchemaObject | undefined;
  const { enum: codes = [], 'x-tillgate-statuses': statuses } = (schema?.properties?.code ?? {}) as SchemaObject;
  if (!isObject(statuses) || Object.keys(statuses).join() !== codes.join()) {
    throw new Error('The codes of Error and their x-tillgate-statuses differ.');
  }
  return Object.entries(statuses).map(([code, status]) => [code, Number(status)]);
}

/** A constant for the server. */
export const statusConstant = (statuses: readonly [string, number][]): string =>
  `export const PARTNER_CODES = {\n${statuses.map(([code, status]) => `    '${code}': ${status},\n`).join('')}} as const;\n`;

/** A type for the client, which needs no value. */
export const statusType = (statuses: readonly [string, number][]): string =>
  `export type ApiStatus = {\n${statuses.map(([code, status]) => `    '${code}': ${status};\n`).join('')}};\n`;
