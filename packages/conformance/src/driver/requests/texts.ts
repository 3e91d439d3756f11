import { addDays } from '../../specification/days.ts';
import { AWKWARD, JOINERS, REFUSED, SPACES, UNCOMPOSED } from './awkward.ts';
import { type Choice, choice, pick, type Scene } from './factor.ts';

/** Texts, amounts and days. Which of them a schema allows is tried. */

/** A text that no record of the kind has: that of another app's externalId may or may not be taken. */
function letter(scene: Scene): string {
  const text = String.fromCodePoint(0x4e00 + scene.draw(20_000));
  return scene.isUsed(text) ? letter(scene) : text;
}

export const namesUpTo = (longest: number): Choice[] => [
  choice('a name', ({ name }) => name()),
  choice('shortest', letter),
  choice('longest', ({ name }) =>
    name()
      .padEnd(longest - 1, 'ab ')
      .padEnd(longest, 'c'),
  ),
  choice('in spaces', ({ name }) => ` \u00A0${name()} two  words\u2060 `),
  choice('with accents', ({ name }) => `${name()} Ōtsuka Éclair`),
  choice('decomposed', ({ name, draw }) => `${name()} ${pick(UNCOMPOSED, draw)}`),
  choice('awkward', ({ name, draw }) => `${pick(AWKWARD, draw)} ${name()}`),
];

/** Texts with one awkward part each, which is sent alone. */
export const TEXT_EDGES: readonly Choice[] = [
  ...[...AWKWARD, ...UNCOMPOSED].map((text) => choice(`with ${text}`, ({ name }) => `${name()} ${text}`)),
  ...[...JOINERS, ...REFUSED].map((one) =>
    choice(`around U+${one.codePointAt(0)?.toString(16)}`, ({ name }) => `${name()} a${one}b`),
  ),
  ...SPACES.flatMap((space) => [
    choice(`in U+${space.codePointAt(0)?.toString(16)}`, ({ name }) => `${space} ${name()}\n${space}`),
    choice(`of U+${space.codePointAt(0)?.toString(16)}`, () => space + space),
  ]),
];

export const SHORT_TEXTS: readonly Choice[] = [
  choice('shortest', letter),
  choice('16 characters', ({ draw }) => `${10 ** 15 + draw(1_000_000_000)}`),
  choice('a word', ({ draw }) => `pack ${draw(1000)}`),
  choice('an accent', () => 'Kübel'),
];

export const LONG_TEXTS: readonly Choice[] = [
  choice('empty', () => ''),
  choice('of lines', ({ name }) => `${name()}\r\n\ttwo\n`),
];

export const DECIMALS: readonly Choice[] = [
  choice('some', ({ draw }) => `${1 + draw(90)}.${draw(10)}`),
  choice('whole', ({ draw }) => `${1 + draw(90)}`),
  choice('zero', () => '0'),
  choice('zeros', () => '007.500'),
  choice('a cent', () => '0.01'),
  choice('three decimals', () => '1.005'),
  choice('four decimals', () => '2.3333'),
  choice('smallest', () => '0.001'),
  choice('many digits', () => '123456.78'),
  choice('most', () => '999999999999.99'),
  choice('most of a quantity', () => '999999999999.999'),
  choice('most of a cost', () => '999999999999.9999'),
];

const days = (...offsets: number[]): Choice[] =>
  offsets.map((offset) => choice(`in ${offset} days`, ({ latest }) => addDays(latest, offset)));

export const DAYS: readonly Choice[] = [
  choice('recent', ({ draw }) => `2026-03-${10 + draw(5)}`),
  ...days(0),
  choice('first', () => '2000-01-01'),
  choice('a leap day', () => '2024-02-29'),
  ...days(29, 366, 367, 1827, 1828),
  choice('no day', () => '2026-02-30'),
];

/** When stock last moved, in a random order of the latest movements. */
function lastMoved({ movements, draw, today }: Scene): number {
  const latest = movements().slice(-RECENT);
  return Date.parse(pick(latest, draw)?.at ?? `${today}T00:00:00Z`);
}

const RECENT = 12;

export const instantAt = (time: number): string => new Date(time).toISOString();

/** Instants at which stock was counted, moved or arrived: around others, since what came between decides. */
export const PAST_INSTANTS: readonly Choice[] = [
  choice('of a movement', (scene) => instantAt(lastMoved(scene))),
  choice('just before one', (scene) => instantAt(lastMoved(scene) - 1)),
  choice('an hour before one', (scene) => instantAt(lastMoved(scene) - 3_600_000)),
  choice('when the day began', ({ today }) => `${today}T00:00:00Z`),
  choice('on its day', ({ stored, today }, { date }) => `${date ?? stored?.date ?? today}T12:00:00Z`),
  choice('with an offset', (scene) => instantAt(lastMoved(scene) + 19_800_000).replace('Z', '+05:30')),
  choice('in microseconds', (scene) => instantAt(lastMoved(scene)).replace('Z', '000Z')),
  choice('long ago', () => '2000-01-01T00:00:00.000Z'),
  choice('far ahead', () => '2999-12-31T23:59:59.999Z'),
  choice('finer than milliseconds', (scene) => instantAt(lastMoved(scene)).replace('Z', '001Z')),
  choice('no instant', () => '2026-02-30T12:00:00Z'),
];

export const OTHER_TEXTS: readonly Choice[] = [
  choice('a colour', () => '#1a2B3c'),
  choice('another colour', () => '#FFFFFF'),
  choice('an address', ({ draw }) => `https://conf.example/${draw(1000)}.png?a=%20`),
  choice('a time', ({ draw }) => `0${draw(10)}:30`),
  choice('a late time', ({ draw }) => `1${draw(10)}:45`),
  choice('midnight', () => '00:00'),
  choice('the end of a day', () => '24:00'),
];
