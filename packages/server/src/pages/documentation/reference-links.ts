import document from '@tillgate/openapi/openapi.json' with { type: 'json' };

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
}

type Document = { readonly paths: Record<string, Record<string, Operation>> };

export interface OperationEntry {
  /** Such as `GET /items`. */
  readonly name: string;
  readonly href: string;
  readonly summary: string;
  readonly text: string;
}

/** The operations of a document, with their addresses on the reference page: a tag, a method and a path. */
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'post', 'patch'].flatMap((key) => {
      const [operation, method] = [item[key], key.toUpperCase()];
      if (!operation) return [];
      const tag = operation.tags?.[0]?.toLowerCase().replaceAll(' ', '-') ?? '';
      return [{ ...operation, name: `${method} ${path}`, href: `/docs#tag/${tag}/${method}${path}` }];
    }),
  );

/** Links to operations in the reference and to error codes in the error guide. */
export class ReferenceLinks {
  readonly operations: readonly OperationEntry[];
  readonly #hrefs: ReadonlyMap<string, string>;

  constructor(contract: string, codes: readonly string[]) {
    this.operations = operationsOf(JSON.parse(contract)).map(
      ({ name, href, summary = '', description: text = '' }): OperationEntry => ({ name, href, summary, text }),
    );
    this.#hrefs = new Map([
      ...this.operations.map(({ name, href }) => [name, href] as const),
      ...codes.map((code) => [code, errorAddress(code)] as const),
    ]);
  }

  /** Address for `GET /items` or `partner.not_found`; undefined for other text. */
  hrefOf(name: string): string | undefined {
    return this.#hrefs.get(name);
  }

  /** Turns operations and error codes in Markdown into links. */
  linked(markdown: string): string {
    return markdown.replaceAll(/(?<!\[)`([^`]+)`/g, (code, name: string) => {
      const href = this.hrefOf(name);
      return href ? `[${code}](${href})` : code;
    });
  }
}

export const errorAddress = (code: string): string => `/docs/guides/errors#${code.replaceAll('.', '')}`;

let addresses: ReadonlyMap<string, string> | undefined;

/** Addresses of operations in the reference, by operation id. */
export function operationAddresses(): ReadonlyMap<string, string> {
  addresses ??= new Map(
    operationsOf(document as unknown as Document).map(({ operationId = '', href }) => [operationId, href]),
  );
  return addresses;
}
