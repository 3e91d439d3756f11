import { readRequirements } from '../requirements/read-requirements.ts';

const TEXTS = new Map(readRequirements().map(({ id, text }) => [id, text]));

/** Text of a requirement, as in docs/behaviour.md or derived from the contract. */
export const requirementText = (id: string): string => TEXTS.get(id) ?? '';
