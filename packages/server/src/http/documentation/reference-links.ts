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

/** One operation, as a search finds it. */
export interface OperationEntry {
  /** As in `GET /items`. */
  readonly name: string;
  readonly href: string;
  readonly summary: string;
  readonly text: string;
}

const METHODS = ['get', 'post', 'patch'];

/** Where operations and error codes are described: the reference page, and the guide of errors. */
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

  /** The address of `GET /items` or `partner.not_found`; undefined for any other text. */
  hrefOf(name: string): string | undefined {
    return this.#hrefs.get(name);
  }

  /** Markdown in which the names of operations and error codes are links. */
  linked(markdown: string): string {
    return markdown.replaceAll(/(?<!\[)`([^`]+)`/g, (code, name: string) => {
      const href = this.hrefOf(name);
      return href ? `[${code}](${href})` : code;
    });
  }
}

/** The reference page names an operation by its tag, method and path. */
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

/** Address of an error code in the guide on errors. */
export const errorAddress = (code: string): string => `/docs/guides/errors#${code.replaceAll('.', '')}`;

let addresses: ReadonlyMap<string, string> | undefined;

/** Addresses of the operations in the reference, by their ids. */
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
