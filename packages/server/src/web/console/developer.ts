import type { Operations } from '../../directory/operations.ts';
import type { DeveloperRole, Employment } from '../../directory/people/staff.ts';

/** A person who looks after the apps of an organization, and what they may do there. */
export interface Developer {
  readonly organizationId: number;
  readonly organization: string;
  readonly role: DeveloperRole;
  /** False while the organization can do nothing, because nobody has confirmed their address. */
  readonly confirmed: boolean;
  /** All of the person's organizations, this one too. */
  readonly employments: readonly Employment[];
  readonly operations: Operations;
}
