import type { Logger } from 'pino';
import type { Control } from '../directory/control.ts';
import type { ControlPlane } from '../directory/operations.ts';
import type { Databases } from '../storage/database.ts';
import type { Regions } from '../storage/regions.ts';

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
