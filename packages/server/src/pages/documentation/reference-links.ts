import document from '@tillgate/openapi/openapi.json' with { type: 'json' };

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}

export interface OperationEntry {
  /** Such as `GET /items`. */
  readonly name: string;
  readonly href: string;
  readonly summary: string;
  readonly text: string;
}

const METHODS = ['get', 'post', 'patch'];

/** Links to operations in the reference and to error codes in the error guide. */
export class ReferenceLinks {
  readonly operations: readonly OperationEntry[];
  readonly #hrefs: ReadonlyMap<string, string>;

  constructor(contract: string, codes: readonly string[]) {
    const { paths }: Document = JSON.parse(contract);
    this.operations = Object.entries(paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        return operation ? [entryOf(method.toUpperCase(), path, operation)] : [];
      }),
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

/** An operation's address on the reference page consists of its tag, method and path. */
function entryOf(
  method: string,
  path: string,
  { tags = [], summary = '', description = '' }: Operation,
): OperationEntry {
  return { name: `${method} ${path}`, href: addressOf(method, path, tags), summary, text: description };
}

function addressOf(method: string, path: string, [tag = '']: readonly string[]): string {
  return `/docs#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}${path}`;
}

export const errorAddress = (code: string): string => `/docs/guides/errors#${code.replaceAll('.', '')}`;

let addresses: ReadonlyMap<string, string> | undefined;

/** Addresses of operations in the reference, by operation id. */
export function operationAddresses(): ReadonlyMap<string, string> {
  addresses ??= new Map(
    Object.entries((document as unknown as Document).paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const { operationId, tags = [] } = item[method] ?? {};
        return operationId ? [[operationId, addressOf(method.toUpperCase(), path, tags)] as const] : [];
      }),
    ),
  );
  return addresses;
}
