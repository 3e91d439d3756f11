import type { GrowthResult, PageCost } from '../measured.ts';
import type { Result } from '../results.ts';
import { measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Growth with the size of a merchant';

const BOUND = `A list scans an index that covers its filters and touches about 350 pages; a few lists touch up to 8,000, whatever the
size of the merchant. A test enforces a bound for each list. Some requests still take longer at a larger merchant:

- **Totals.** A total is counted up to 1,001. If a merchant of 10,000 items has fewer matches, a larger merchant costs the rest of
  the count, about 0.2 ms: stores, suppliers, open orders and ranges of days.
- **Searches.** A trigram index returns matches in no particular order, so up to a thousand matches are looked at, in a table
  without the documents, fifty to a page. An index in the order of a sort would have to store every trigram of a record once per
  sort. Of the 281 index pages for \`a1b2\`, 12 hold its trigrams; the others hold the list of the merchant's million records,
  which takes 2 ms to decode. Keys of a merchant and a trigram in one would avoid it. PostgreSQL has no such operator class, and
  an array of such keys, computed in SQL, raises the cost of an insert into the search table from 105 to 230 µs of its CPU. A frequent
  word next to a rare one adds a list for each of its trigrams.
- **Filters combined with another sort.** A category sorted by price skips more expensive items of other categories, in the index
  only: 46,662 items in 4 ms. An index for each pair of filter and sort would avoid it, at about 10 µs per insert each.
- **Changes in another order.** Up to 10,000 changed records are sorted by something other than \`updatedAt\`, in 10 ms. More than that
  are looked for in that order, which passes over the whole list if they come last: 0.5 s. In the order of \`updatedAt\` they cost
  the same as any page.
- **Two tables.** Low stock of one category compares two sets of 20,000 entries, in 6 ms. Groups with an item of a name take
  seven pages each for a thousand groups, or for as many as there are matching items.
- **Stock of the past.** The level at an instant sums the movements of the item at the store since then, or until then if those are
  fewer, and as known at an instant all of them, at half a microsecond each. An item that has moved 100,000 times at one store takes
  0.6 ms for the day before, 30 ms for half-way, and 60 ms as known at an instant.
- **Pages by number.** Half of a million entries are skipped, at 0.1 µs each; the last page is read from the end. A cursor costs
  the same everywhere.`;

/** Costs of every list at a small and a large merchant. */
export function growthSection(result: Result<GrowthResult> | undefined): Section {
  if (!result) {
    const section = notMeasured(TITLE, 'pnpm bench growth 10000 1000000');
    return { ...section, text: [section.text, BOUND].join('\n\n') };
  }
  const { sizes, lists } = result.data;
  const columns = ['first', 'next'].flatMap((page) => sizes.map((size) => `${page} page at ${number(size)}`));
  return {
    title: TITLE,
    text: [
      measuredOn(result),
      `Cost of one page of each list, the first and the next by cursor: pages of PostgreSQL's buffer cache that the statement touches,
which do not depend on other work on the machine, and milliseconds.`,
      BOUND,
      table(
        ['List', ...columns],
        lists.map(({ name, first, next }) => [name, ...[...first, ...next].map(cell)]),
      ),
    ].join('\n\n'),
  };
}

const cell = (cost: PageCost | null): string =>
  cost ? `${number(cost.pages)} pages, ${number(cost.milliseconds)} ms` : '–';
