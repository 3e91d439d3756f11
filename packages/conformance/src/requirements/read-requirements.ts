import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { requirementsOfContract } from './of-contract.ts';
import type { Requirement } from './requirement.ts';

/** Resolved by package name, which works both in the sources and in the published bundle. */
const REQUIREMENTS_FILE = new URL(import.meta.resolve('@tillgate/conformance/requirements.yaml'));
const SKIPS_FILE = new URL(import.meta.resolve('@tillgate/conformance/skips.yaml'));

/** All requirements: the rows of requirements.yaml and those derived from the contract. */
export function readRequirements(): readonly Requirement[] {
  const bySubject = parse(readFileSync(REQUIREMENTS_FILE, 'utf8')) as Record<string, Omit<Requirement, 'subject'>[]>;
  const written = Object.entries(bySubject).flatMap(([subject, rows]) => rows.map((row) => ({ ...row, subject })));
  return [...written, ...requirementsOfContract()];
}

/** A requirement that no case proves, and the reason. */
export interface Skip {
  readonly requirement: string;
  readonly reason: string;
}

export const readSkips = (): readonly Skip[] => parse(readFileSync(SKIPS_FILE, 'utf8')) as Skip[];
