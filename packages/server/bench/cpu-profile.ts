import type { ProfileResult } from './measured.ts';

/** What `node --cpu-prof` writes, as far as it is read here. Times are microseconds of the monotonic clock. */
export interface CpuProfile {
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const FUNCTIONS = 8;
/** Parts with less than this share are not named. */
const NAMED = 0.02;

/** Shares of the time between two moments in which the thread was not idle. */
export function summarizeProfile(
  profile: CpuProfile,
  from: number,
  to: number,
): Omit<ProfileResult['works'][number], 'work'> {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parts = new Map<string, number>();
  const functions = new Map<string, { name: string; where: string; time: number }>();
  let at = profile.startTime;
  profile.samples.forEach((id, i) => {
    const delta = profile.timeDeltas[i] ?? 0;
    at += delta;
    const frame = frames.get(id);
    if (at < from || at > to || !frame || frame.functionName === '(idle)') return;
    const where = partOf(frame.url, frame.functionName);
    parts.set(where, (parts.get(where) ?? 0) + delta);
    const name = frame.functionName || '(anonymous)';
    const key = `${name} ${frame.url}:${frame.lineNumber}`;
    functions.set(key, { name, where: placeOf(frame.url, where), time: (functions.get(key)?.time ?? 0) + delta });
  });
  const busy = [...parts.values()].reduce((sum, time) => sum + time, 0);
  const all = [...parts].map(([part, time]) => ({ part, share: time / busy })).sort((a, b) => b.share - a.share);
  const named = all.filter(({ share }) => share >= NAMED);
  const rest = all.slice(named.length).reduce((sum, { share }) => sum + share, 0);
  const shares = rest > 0 ? [...named, { part: 'the rest', share: rest }] : named;
  const largest = [...functions.values()].sort((a, b) => b.time - a.time).slice(0, FUNCTIONS);
  return { shares, functions: largest.map(({ name, where, time }) => ({ name, where, share: time / busy })) };
}

/** What a function belongs to: the product, a package, Node itself, or the engine. */
function partOf(url: string, name: string): string {
  if (name === '(garbage collector)') return 'garbage collection';
  if (url.startsWith('node:')) return 'Node';
  const module = url.split('/node_modules/').at(-1);
  if (url.includes('/node_modules/') && module) return packageOf(module);
  return url === '' ? 'native code' : 'Tillgate';
}

const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

const placeOf = (url: string, part: string): string =>
  part === 'Tillgate' ? (url.split('/server/').at(-1) ?? url) : part === 'Node' ? url : part;
