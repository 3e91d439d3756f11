import { addDays } from '../../specification/days.ts';
import { AWKWARD, JOINERS, REFUSED, SPACES, UNCOMPOSED } from './awkward.ts';
import { type Option, option, pick, type Scene } from './factor.ts';

/** Texts, amounts and days. Which of them a schema allows is tried. */

/** A text that no record of the kind has: that of another app's externalId may or may not be taken. */
function letter(scene: Scene): string {
  const text = String.fromCodePoint(0x4e00 + scene.draw(20_000));
  return scene.isUsed(text) ? letter(scene) : text;
}

export const namesUpTo = (longest: number): Option[] => [
  option('a name', ({ name }) => name()),
  option('shortest', letter),
  option('longest', ({ name }) =>
    name()
      .padEnd(longest - 1, 'ab ')
      .padEnd(longest, 'c'),
  ),
  option('in spaces', ({ name }) => ` \u00A0${name()} two  words\u2060 `),
  option('with accents', ({ name }) => `${name()} Ōtsuka Éclair`),
  option('decomposed', ({ name, draw }) => `${name()} ${pick(UNCOMPOSED, draw)}`),
  option('awkward', ({ name, draw }) => `${pick(AWKWARD, draw)} ${name()}`),
];

/** Texts with one awkward part each, which is sent alone. */
export const TEXT_EDGES: readonly Option[] = [
  ...[...AWKWARD, ...UNCOMPOSED].map((text) => option(`with ${text}`, ({ name }) => `${name()} ${text}`)),
  ...[...JOINERS, ...REFUSED].map((one) =>
    option(`around U+${one.codePointAt(0)?.toString(16)}`, ({ name }) => `${name()} a${one}b`),
  ),
  ...SPACES.flatMap((space) => [
    option(`in U+${space.codePointAt(0)?.toString(16)}`, ({ name }) => `${space} ${name()}\n${space}`),
    option(`of U+${space.codePointAt(0)?.toString(16)}`, () => space + space),
  ]),
];

export const SHORT_TEXTS: readonly Option[] = [
  option('shortest', letter),
  option('16 characters', ({ draw }) => `${10 ** 15 + draw(1_000_000_000)}`),
  option('a word', ({ draw }) => `pack ${draw(1000)}`),
  option('an accent', () => 'Kübel'),
];

export const LONG_TEXTS: readonly Option[] = [
  option('empty', () => ''),
  option('of lines', ({ name }) => `${name()}\r\n\ttwo\n`),
];

export const DECIMALS: readonly Option[] = [
  option('some', ({ draw }) => `${1 + draw(90)}.${draw(10)}`),
  option('whole', ({ draw }) => `${1 + draw(90)}`),
  option('zero', () => '0'),
  option('zeros', () => '007.500'),
  option('a cent', () => '0.01'),
  option('three decimals', () => '1.005'),
  option('four decimals', () => '2.3333'),
  option('smallest', () => '0.001'),
  option('many digits', () => '123456.78'),
  option('most', () => '999999999999.99'),
  option('most of a quantity', () => '999999999999.999'),
  option('most of a cost', () => '999999999999.9999'),
];

const days = (...offsets: number[]): Option[] =>
  offsets.map((offset) => option(`in ${offset} days`, ({ latest }) => addDays(latest, offset)));

export const DAYS: readonly Option[] = [
  option('recent', ({ draw }) => `2026-03-${10 + draw(5)}`),
  ...days(0),
  option('first', () => '2000-01-01'),
  option('a leap day', () => '2024-02-29'),
  ...days(29, 366, 367, 1827, 1828),
  option('no day', () => '2026-02-30'),
];

/** When stock of an item that requests name moved: one of the latest times. */
function lastMoved({ movements, records, draw, today }: Scene): number {
  const named = new Set(records('items').map(({ id }) => id));
  const latest = movements()
    .filter(({ itemId }) => named.has(itemId))
    .slice(-RECENT);
  return Date.parse(pick(latest, draw)?.at ?? `${today}T00:00:00Z`);
}

const RECENT = 12;

export const instantAt = (time: number): string => new Date(time).toISOString();

/** Instants at which stock was counted, moved or arrived: around others, since what came between decides. */
export const PAST_INSTANTS: readonly Option[] = [
  option('of a movement', (scene) => instantAt(lastMoved(scene))),
  option('just before one', (scene) => instantAt(lastMoved(scene) - 1)),
  option('an hour before one', (scene) => instantAt(lastMoved(scene) - 3_600_000)),
  option('when the day began', ({ today }) => `${today}T00:00:00Z`),
  option('on its day', ({ stored, today }, { date }) => `${date ?? stored?.date ?? today}T12:00:00Z`),
  option('with an offset', (scene) => instantAt(lastMoved(scene) + 19_800_000).replace('Z', '+05:30')),
  option('in microseconds', (scene) => instantAt(lastMoved(scene)).replace('Z', '000Z')),
  option('long ago', () => '2000-01-01T00:00:00.000Z'),
  option('far ahead', () => '2999-12-31T23:59:59.999Z'),
  option('finer than milliseconds', (scene) => instantAt(lastMoved(scene)).replace('Z', '001Z')),
  option('no instant', () => '2026-02-30T12:00:00Z'),
];

export const OTHER_TEXTS: readonly Option[] = [
  option('a colour', () => '#1a2B3c'),
  option('another colour', () => '#FFFFFF'),
  option('an address', ({ draw }) => `https://conf.example/${draw(1000)}.png?a=%20`),
  option('a time', ({ draw }) => `0${draw(10)}:30`),
  option('a late time', ({ draw }) => `1${draw(10)}:45`),
  option('midnight', () => '00:00'),
  option('the end of a day', () => '24:00'),
];
