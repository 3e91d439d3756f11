import { type Product, SCOPES } from '../../credentials/products.ts';
import type { Sentences } from '../languages/english.ts';

type Resource = keyof Sentences['permissions'];

/** Permissions of a product in plain words, one sentence per resource. */
export interface Permissions {
  readonly see: readonly string[];
  readonly change: readonly string[];
}

export function permissionsOf(product: Product, { permissions }: Sentences): Permissions {
  const scopes = new Set(SCOPES[product]);
  const resources = [...new Set(SCOPES[product].map((scope) => scope.split('.')[0] as Resource))];
  const writable = resources.filter((resource) => scopes.has(`${resource}.write`));
  return {
    see: resources.filter((resource) => !writable.includes(resource)).map((resource) => permissions[resource].read),
    change: writable.map((resource) => writeSentence(permissions[resource])),
  };
}

function writeSentence(sentences: { read: string; write?: string }): string {
  return sentences.write ?? sentences.read;
}
