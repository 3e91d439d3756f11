import type { Logger } from 'pino';
import type { Control } from '../../control/control.ts';
import type { Databases } from '../../database/database.ts';
import type { Regions } from '../../database/regions.ts';
import type { ControlPlane } from '../operations.ts';

export interface AdminDependencies {
  readonly controlPlane: ControlPlane;
  readonly log: Logger;
}

export interface ImportDependencies {
  readonly control: Control;
  readonly regions: Regions;
  readonly log: Logger;
}

export interface ArchiveDependencies extends ImportDependencies {
  readonly databases: Databases;
}
