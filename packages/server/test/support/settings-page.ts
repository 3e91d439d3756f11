import { REGIONS } from '../../src/process/region.ts';
import { REGION_SETTINGS, SETTINGS, type Setting } from '../../src/settings.ts';

type Row = readonly [variable: string, fallback: string, meaning: string];

const shownDefault = ({ shown, otherwise }: Setting<unknown>): string =>
  shown ?? (otherwise === undefined ? 'none' : `${otherwise}`);

const rowOf = (row: Setting<unknown>): Row => [`\`${row.variable}\``, shownDefault(row), row.meaning];

/** A row for a setting of each region: the first variable in full, the others only by their suffix. */
const regionRow = (row: Setting<unknown>): Row => {
  const [first, ...others] = REGIONS;
  return [
    `\`${row.variable}_${first}\`${others.map((region) => ` \`_${region}\``).join('')}`,
    shownDefault(row),
    row.meaning,
  ];
};

const CELLS: readonly Row[] = [
  [`\`DATABASE_URL_UK\` \`_US\` \`_IN\` \`_AE\``, 'the control plane’s', 'PostgreSQL of one region.'],
  [
    '`DATABASE_URL_UK_2`, `DATABASE_URL_UK_3` …',
    'none',
    'PostgreSQL of a region’s other [cells](operations.md#cells).',
  ],
];

const HEAD = `# Settings

Settings are environment variables, and all of them are optional; only PostgreSQL requires \`TILLGATE_KEY\`. The server does not start
with any other variable that begins with \`TILLGATE_\`. OpenTelemetry’s variables are in [Traces](operations.md#traces).

This page is made from \`packages/server/src/settings.ts\`.
`;

export function settingsPage(): string {
  const rows = [...Object.values(SETTINGS).map(rowOf), ...Object.values(REGION_SETTINGS).map(regionRow), ...CELLS];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${HEAD}\n${[['Variable', 'Default', 'Meaning'], ['---', '---', '---'], ...rows].map(line).join('\n')}\n`;
}
