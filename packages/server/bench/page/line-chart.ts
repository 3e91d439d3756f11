import { COLOURS, frame, text } from './bar-chart.ts';

export interface LineChart {
  readonly title: string;
  /** Positive values of the horizontal axis, which is logarithmic. */
  readonly xs: readonly number[];
  readonly lines: readonly { readonly name: string; readonly ys: readonly number[] }[];
  readonly formatX: (value: number) => string;
  readonly formatY: (value: number) => string;
}

const LEFT = 90;
const RIGHT = 730;
const TOP = 60;
const BOTTOM = 300;
const STEPS = 4;

/** Lines over a logarithmic horizontal and a linear vertical axis, which begins at zero. */
export function lineChart({ title, xs, lines, formatX, formatY }: LineChart): string {
  const step = roundStep(Math.max(...lines.flatMap(({ ys }) => ys), Number.MIN_VALUE) / STEPS);
  const highest = step * STEPS;
  const [first = 1, last = 1] = [Math.min(...xs), Math.max(...xs)];
  const span = Math.log(last / first) || 1;
  const atX = (x: number) => LEFT + (Math.log(x / first) / span) * (RIGHT - LEFT);
  const atY = (y: number) => BOTTOM - (y / highest) * (BOTTOM - TOP);
  const grid = Array.from({ length: STEPS + 1 }, (_, i) => step * i).flatMap((y) => [
    `<line x1="${LEFT}" x2="${RIGHT}" y1="${atY(y).toFixed(1)}" y2="${atY(y).toFixed(1)}" stroke="#d8dee4"/>`,
    text(LEFT - 8, atY(y) + 4, formatY(y), 'text-anchor="end"'),
  ]);
  const axis = xs.map((x) => text(atX(x), BOTTOM + 18, formatX(x), 'text-anchor="middle"'));
  const drawn = lines.flatMap(({ ys }, i) => {
    const points = ys.map((y, at) => `${atX(xs[at] ?? first).toFixed(1)},${atY(y).toFixed(1)}`);
    const dots = points.map((point) => {
      const [x, y] = point.split(',');
      return `<circle cx="${x}" cy="${y}" r="3" fill="${COLOURS[i]}"/>`;
    });
    return [`<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[i]}" stroke-width="2"/>`, ...dots];
  });
  return frame(
    title,
    lines.map(({ name }) => name),
    BOTTOM + 34,
    [...grid, ...axis, ...drawn],
  );
}

/** The next larger of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 2.5, 5].find((factor) => factor * power >= least) ?? 10);
}
