import type { RunResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { number, table } from './markdown.ts';

/** What the README shows of the hot requests, by their names in the result. */
const SHOWN = {
  'get one item': 'read one item',
  'list of 100 with total': 'list 100 items with their total',
  'create one': 'create an item',
};

/** The README's paragraph with figures, up to the next heading. */
const PARAGRAPH = /^Beside a bare [\s\S]*?(?=\n## )/m;

/** The README with the figures of a run. */
export function withFigures(readme: string, { commit, data }: Result<RunResult>): string {
  const size = Math.min(...data.rows.map((row) => row.size));
  const rate = (work: string, who: string) =>
    data.rows.find((row) => row.work === work && row.who === who && row.size === size)?.rate;
  const rows = Object.entries(SHOWN).map(([work, name]) => [
    name,
    ...['tillgate', 'floor A'].map((who) => `${number(rate(work, who))} a second`),
  ]);
  if (!PARAGRAPH.test(readme)) throw new Error('The README has no paragraph that begins with “Beside a bare”.');
  return readme.replace(
    PARAGRAPH,
    `Beside a bare \`node:http\` and PostgreSQL server that checks nothing, at ${number(size)} items
([all figures](docs/performance.md), measured at ${commit}):

${table(['Request', 'Tillgate', 'Bare server'], rows)}
`,
  );
}
