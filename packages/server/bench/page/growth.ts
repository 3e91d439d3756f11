import type { GrowthResult, PageCost } from '../measured.ts';
import type { Result } from '../results.ts';
import { barChart } from './bar-chart.ts';
import { image, measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Growth with the size of a merchant';

const BOUND = `A list walks an index that has its filters in it, and looks at some 350 pages; a few look at up to 8,000, however large the
merchant is. A test holds each list to its bound. What still takes longer at a larger merchant:

- **Totals.** A total is counted up to 1,001. Where a merchant of 10,000 items has fewer matches, the larger one costs the rest of the
  count, some 0.2 ms: stores, suppliers, open orders and ranges of days.
- **Searches.** An index of trigrams gives the matches in no order, and one that gave them in the order of a sort would hold every
  trigram of a record once for each sort. So each match is looked at, up to a thousand, in a table without the documents, fifty to a
  page. Of the 281 index pages that \`a1b2\` looks at, 12 are of its trigrams; the others are the list of the merchant's own records,
  a million of them, which is decoded page by page in 2 ms. Only trigrams that hold the merchant would do without, and an insert
  would pay for them. A frequent word beside a rare one adds a list for each of its trigrams.
- **A filter that goes with the sort.** A category by price passes over what is dearer in other categories, by the index alone: 46,662
  items in 4 ms. An index of each filter by each sort would end that, for about 10 µs of every insert each.
- **Two tables.** Low stock of one category compares 20,000 entries of the one with 20,000 of the other, in 6 ms. Groups with an item
  of a name take seven pages each for a thousand groups, or as many as there are matching items.
- **A page by its number.** Half of a million entries are passed over, 0.1 µs each; the last page is read from the end. A cursor
  costs the same everywhere.`;

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
