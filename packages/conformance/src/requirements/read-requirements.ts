import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Requirement } from './requirement.ts';

export const REQUIREMENTS_FILE = new URL('../../requirements.yaml', import.meta.url);

/** The rows of requirements.yaml. */
export const readRequirements = (): readonly Requirement[] =>
  parse(readFileSync(REQUIREMENTS_FILE, 'utf8')) as Requirement[];

/** A requirement that no case proves, and why not. */
export interface Skip {
  readonly requirement: string;
  readonly reason: string;
}

export const readSkips = (): readonly Skip[] =>
  parse(readFileSync(new URL('../../skips.yaml', import.meta.url), 'utf8')) as Skip[];
