import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Requirement } from './requirement.ts';

/** By the package's own name, which holds for the sources and for the bundle that is published. */
export const REQUIREMENTS_FILE = new URL(import.meta.resolve('@tillgate/conformance/requirements.yaml'));
const SKIPS_FILE = new URL(import.meta.resolve('@tillgate/conformance/skips.yaml'));

/** The rows of requirements.yaml. */
export const readRequirements = (): readonly Requirement[] =>
  parse(readFileSync(REQUIREMENTS_FILE, 'utf8')) as Requirement[];

/** A requirement that no case proves, and why not. */
export interface Skip {
  readonly requirement: string;
  readonly reason: string;
}

export const readSkips = (): readonly Skip[] => parse(readFileSync(SKIPS_FILE, 'utf8')) as Skip[];
