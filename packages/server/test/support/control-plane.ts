import { SANDBOX_DATA } from '../../src/demo/sandbox-data.ts';
import { ControlPlane } from '../../src/directory/operations.ts';
import { Regions } from '../../src/storage/regions.ts';
import type { Service } from './service.ts';

/** Control plane of a service, without its secrets. */
export const controlPlaneOf = ({ databases, clock, webUrl }: Service): ControlPlane =>
  new ControlPlane({
    control: { pool: databases.control, clock },
    databases,
    regions: new Regions(databases, clock),
    sandboxData: SANDBOX_DATA,
    webUrl,
    secrets: () => Promise.reject(new Error('not needed')),
  });
