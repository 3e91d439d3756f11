import type { GrowthResult, PageCost } from '../measured.ts';
import type { Result } from '../results.ts';
import { barChart } from './bar-chart.ts';
import { image, measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Growth with the size of a merchant';

const BOUND = `A list walks an index that has its filters in it, and looks at some 350 pages; a few look at up to 4,500, however large the
merchant is. A test holds each list to its bound. A search looks at each of its matches, up to a thousand, some two pages for
each: an index of trigrams gives them in no order, and one that gave them in the order of a sort would hold every trigram of a
record once for each sort. The matches are looked at in a table without the documents, fifty to a page. Writing that table costs
no more than the same index on the documents: the trigrams are what costs, half of an insert of many items.`;

/** Every list at a small and a large merchant. */
export function growthSection(result: Result<GrowthResult> | undefined): Section {
  if (!result) {
    const section = notMeasured(TITLE, 'pnpm bench growth 10000 1000000');
    return { ...section, text: [section.text, BOUND].join('\n\n') };
  }
  const { sizes, lists } = result.data;
  const plot = { file: 'growth.svg', svg: chart(result.data) };
  const columns = ['first', 'next'].flatMap((page) => sizes.map((size) => `${page} page at ${number(size)}`));
  return {
    title: TITLE,
    plots: [plot],
    text: [
      measuredOn(result),
      `What PostgreSQL does for one page of each list, the first and the next by cursor: pages of its buffer cache that the statement
touches, which no other work on the machine changes, and milliseconds.`,
      BOUND,
      image(plot, 'Buffer pages that the first page of each list touches, by size'),
      table(
        ['List', ...columns],
        lists.map(({ name, first, next }) => [name, ...[...first, ...next].map(cell)]),
      ),
    ].join('\n\n'),
  };
}

const cell = (cost: PageCost | null): string =>
  cost ? `${number(cost.pages)} pages, ${number(cost.milliseconds)} ms` : '–';

function chart({ sizes, lists }: GrowthResult): string {
  const groups = lists.map(({ name, first }) => ({
    label: name,
    bars: sizes.map((size, i) => ({ label: `${number(size)} items`, parts: [first[i]?.pages ?? 0] })),
  }));
  return barChart({ title: 'Buffer pages of the first page of a list', series: ['pages'], groups, format: number });
}
