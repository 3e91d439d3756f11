import { CAPACITY_WORKS, type CapacityResult, type CapacityWork, type Cost } from '../measured.ts';
import type { Result } from '../results.ts';
import { lineChart } from './line-chart.ts';
import { bytes, image, measuredOn, notMeasured, number, percent, type Section, table } from './markdown.ts';

const TITLE = 'Capacity planning';
type Size = CapacityResult['sizes'][number];

/** Shares of a partner's requests. A token serves for 15 minutes, so mints are few. */
const MIX: Record<CapacityWork, number> = {
  'get one': 0.7,
  'list of items with total': 0.23,
  'create one': 0.06,
  'mint a token': 0.01,
};

/** Part of a processor that is planned for; the rest is for peaks, vacuum, backups and a lost instance. */
const USED = 0.6;
/** Processors of the PostgreSQL that is planned with. */
const CORES = 16;
/** Cells of a region, each a PostgreSQL of its own; no statement crosses them. */
const CELLS = 4;
/** What one app sends for one merchant, in requests a minute, and how many apps a merchant has. */
const REQUESTS_PER_MINUTE = 2;
const APPS_PER_MERCHANT = 2;
const ITEMS_PER_MERCHANT = 2000;
/** Requests a minute that an app may send by default. */
const APP_LIMIT = 300;
const MERCHANTS = [1000, 10_000, 100_000];

/** Measured beside few and many merchants, then computed for deployments of several sizes. */
export function capacitySection(result: Result<CapacityResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench capacity 1000 10000 100000');
  const { itemsPerMerchant, sizes } = result.data;
  const largest = sizes.at(-1);
  if (!largest) return notMeasured(TITLE, 'pnpm bench capacity 1000 10000 100000');
  const plot = { file: 'capacity.svg', svg: chart(sizes) };
  return {
    title: TITLE,
    plots: [plot],
    text: [
      measuredOn(result),
      `Measured: merchants with ${itemsPerMerchant} items each in one region, and the same requests spread over 500 of them at random. A request
costs as much beside ${number(largest.merchants)} merchants as beside few, as far as the lines are flat.`,
      image(plot, 'CPU time of a request by the number of merchants'),
      table(['Merchants', 'Request', 'Requests/s', 'Server CPU, µs', 'Database CPU, µs'], sizes.flatMap(measuredRows)),
      table(
        ['Merchants', 'Database', 'Of it control plane', 'Memory of the server', 'Its connections'],
        sizes.map(restRow),
      ),
      ...plan(largest),
    ].join('\n\n'),
  };
}

const measuredRows = ({ merchants, work }: Size): string[][] =>
  CAPACITY_WORKS.map((name) => {
    const { rate, server, database } = work[name];
    return [number(merchants), name, number(rate), number(server), number(database)];
  });

const restRow = ({ merchants, bytes: all, controlBytes, memory, connections }: Size): string[] => [
  number(merchants),
  bytes(all),
  bytes(controlBytes),
  bytes(memory),
  number(connections),
];

/** What follows from the costs at the largest size that was measured. */
function plan(largest: Size): string[] {
  const server = ofMix(largest.work, (cost) => cost.server);
  const database = ofMix(largest.work, (cost) => cost.database ?? Number.NaN);
  const mix = CAPACITY_WORKS.map((name) => `${name} ${percent(MIX[name])}`).join(', ');
  const oneInstance = (USED * 1e6) / server;
  const oneDatabase = (USED * CORES * 1e6) / database;
  return [
    `Computed from these: of a partner's requests (${mix}), one costs ${number(server)} µs of the server and ${number(database)} µs of the database. Processors are
planned to be busy ${percent(USED)} of the time. A PostgreSQL of more cores than were measured is taken to do so much more; each
instance needs its connections, of which PostgreSQL allows 100 by default.`,
    table(
      ['One', 'Requests/s', 'Apps at their limit', 'Merchants'],
      [
        ['instance on one core', ...held(oneInstance)],
        [`PostgreSQL of ${CORES} cores`, ...held(oneDatabase)],
        [`region of ${CELLS} such cells`, ...held(CELLS * oneDatabase)],
      ],
    ),
    `An app is limited to ${APP_LIMIT} requests a minute by default. A merchant is taken to have ${APPS_PER_MERCHANT} apps that send ${REQUESTS_PER_MINUTE} requests a minute each. A region
needs then, with ${number(ITEMS_PER_MERCHANT)} items a merchant (documents and sales come on top of the disk):`,
    table(
      ['Merchants', 'Requests/s', 'Instances', 'Cores of PostgreSQL', 'Disk'],
      MERCHANTS.map((merchants) => {
        const rate = (merchants * APPS_PER_MERCHANT * REQUESTS_PER_MINUTE) / 60;
        const disk = largest.bytesPerItem * ITEMS_PER_MERCHANT * merchants;
        const cores = (rate * database) / (USED * 1e6);
        return [
          number(merchants),
          number(rate),
          String(Math.ceil(rate / oneInstance)),
          String(Math.ceil(cores)),
          bytes(disk),
        ];
      }),
    ),
  ];
}

const ofMix = (work: Size['work'], read: (cost: Cost) => number): number =>
  CAPACITY_WORKS.reduce((sum, name) => sum + MIX[name] * read(work[name]), 0);

const held = (rate: number): string[] =>
  [rate, (rate * 60) / APP_LIMIT, (rate * 60) / (APPS_PER_MERCHANT * REQUESTS_PER_MINUTE)].map((n) =>
    number(Math.floor(n)),
  );

function chart(sizes: readonly Size[]): string {
  const cpu = ({ server, database }: Cost) => server + (database ?? 0);
  const lines = CAPACITY_WORKS.map((name) => ({ name, ys: sizes.map(({ work }) => cpu(work[name])) }));
  const xs = sizes.map(({ merchants }) => merchants);
  const title = 'CPU time of a request, server and database, in µs, by the number of merchants';
  return lineChart({ title, xs, lines, formatX: number, formatY: number });
}
