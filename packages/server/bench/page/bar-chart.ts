/** One bar, with a part for each series. */
export interface Bar {
  readonly label: string;
  readonly parts: readonly number[];
}

export interface BarChart {
  readonly title: string;
  readonly series: readonly string[];
  readonly groups: readonly { readonly label: string; readonly bars: readonly Bar[] }[];
  readonly format: (value: number) => string;
}

const COLOURS = ['#2563a8', '#e08a1e', '#4a9d5b', '#8a5aa8'];
const WIDTH = 760;
const LABELS = 190;
const FIGURES = 90;
const ROW = 20;
const LEGEND = 170;
const LEGEND_AT = 90;
const HEAD = 56;

/** Horizontal bars starting at zero. Each group has its own scale, since bars are only compared within a group. */
export function barChart({ title, series, groups, format }: BarChart): string {
  let y = HEAD;
  const body: string[] = [];
  for (const { label, bars } of groups) {
    const longest = Math.max(...bars.map(total), Number.MIN_VALUE);
    body.push(text(12, y + 14, label, 'font-weight="600"'));
    y += ROW;
    for (const bar of bars) {
      body.push(...drawBar(bar, y, (WIDTH - LABELS - FIGURES) / longest, format));
      y += ROW;
    }
    y += ROW / 2;
  }
  return frame(title, series, y, body);
}

const total = ({ parts }: Bar): number => parts.reduce((sum, part) => sum + part, 0);

function drawBar(bar: Bar, y: number, scale: number, format: (value: number) => string): string[] {
  let x = LABELS;
  const rectangles = bar.parts.map((part, i) => {
    const width = part * scale;
    const rectangle = `<rect x="${x.toFixed(1)}" y="${y + 3}" width="${width.toFixed(1)}" height="14" fill="${COLOURS[i]}"/>`;
    x += width;
    return rectangle;
  });
  return [
    text(LABELS - 8, y + 14, bar.label, 'text-anchor="end"'),
    ...rectangles,
    text(x + 6, y + 14, format(total(bar))),
  ];
}

/** Adds the title, and a legend if there are several series. */
function frame(title: string, series: readonly string[], height: number, body: readonly string[]): string {
  const legend = (series.length > 1 ? series : []).flatMap((name, i) => [
    `<rect x="${LEGEND_AT + i * LEGEND}" y="32" width="12" height="12" fill="${COLOURS[i]}"/>`,
    text(LEGEND_AT + 18 + i * LEGEND, 42, name),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    text(12, 20, title, 'font-size="14" font-weight="600"'),
    ...legend,
    ...body,
    '</svg>\n',
  ].join('\n');
}

const text = (x: number, y: number, value: string, more = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="#1f2328" ${more}>${escaped(value)}</text>`;

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
