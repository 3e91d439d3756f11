import { variablesIn } from '../live/examples.ts';

/** Text of a request body: the example, with variables for credentials and record ids. */
export function bodyText(example: unknown, record: string | undefined): string {
  const filled = structuredClone(example);
  for (const [path, variable] of variablesIn(example, record)) {
    // biome-ignore lint/suspicious/noExplicitAny: the path leads through this example.
    const parent = path.slice(0, -1).reduce((part: any, key) => part[key], filled);
    const key = path.at(-1) as string;
    parent[key] = typeof parent[key] === 'number' ? `#{{${variable}}}` : `{{${variable}}}`;
  }
  // Numeric variables have no quotation marks.
  return JSON.stringify(filled, null, 2).replaceAll(/"#(\{\{\w+\}\})"/g, '$1');
}
