import type { GrowthResult, PageCost } from '../measured.ts';
import type { Result } from '../results.ts';
import { barChart } from './bar-chart.ts';
import { image, measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Growth with the size of a merchant';

/** Every list at a small and a large merchant. */
export function growthSection(result: Result<GrowthResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench growth 10000 1000000');
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
