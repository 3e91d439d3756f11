import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

const TEMPLATE = readFileSync(new URL('../../comment.hbs', import.meta.url), 'utf8');

/** The comment that the GitHub Action writes on a pull request: comment.hbs with a helper of ctrf-io/github-test-reporter. */
export function commentOn(report: string): string {
  const { results } = JSON.parse(report);
  const handlebars = Handlebars.create();
  handlebars.registerHelper('slice', (rows: unknown[], from: number, to: number, { fn }: Handlebars.HelperOptions) =>
    rows
      .slice(from, to)
      .map((row) => fn(row))
      .join(''),
  );
  return handlebars.compile(TEMPLATE, { preventIndent: true })({ ctrf: results });
}
