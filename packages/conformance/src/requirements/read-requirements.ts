import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { BEHAVIOUR } from './behaviour.ts';
import { parseRules } from './parse-rules.ts';
import type { Requirement } from './requirement.ts';

/** Resolved by package name, which works both in the sources and in the published bundle. */
const SKIPS_FILE = new URL(import.meta.resolve('@tillgate/conformance/skips.yaml'));

/** All requirements: the rules of docs/behaviour.md. */
export const readRequirements = (): readonly Requirement[] => parseRules(BEHAVIOUR);

/** A requirement that no case proves, and the reason. */
export interface Skip {
  readonly requirement: string;
  readonly reason: string;
}

export const readSkips = (): readonly Skip[] => parse(readFileSync(SKIPS_FILE, 'utf8')) as Skip[];
