import type { Pool, PoolClient } from 'pg';
import type { Environment, Product } from '../auth/products.ts';
import { hashSecret, newCredential } from '../auth/secrets.ts';
import { type Clock, toTimestamp } from '../clock.ts';

/** Whole numbers below the argument; the demo gives a source that repeats. */
export type RandomBelow = (below: number) => number;

type Connection = Pick<Pool | PoolClient, 'query'>;

interface IssuedCredential {
  readonly clientId: string;
  /** Shown this once; only its digest is kept. */
  readonly clientSecret: string;
}

/** Organizations and their apps and credentials, as the control plane keeps them. */
export class Organizations {
  readonly #db: Connection;
  readonly #clock: Clock;

  constructor(db: Connection, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async createOrganization(name: string): Promise<number> {
    const { rows } = await this.#db.query<{ id: number }>(
      'insert into control.organizations (name, created_at) values ($1, $2) returning id',
      [name, this.#now()],
    );
    return rows[0]?.id as number;
  }

  async createApp(organizationId: number, name: string, product: Product): Promise<number> {
    const { rows } = await this.#db.query<{ id: number }>(
      'insert into control.apps (organization_id, name, product, created_at) values ($1, $2, $3, $4) returning id',
      [organizationId, name, product, this.#now()],
    );
    return rows[0]?.id as number;
  }

  /** Issues a client id and secret. `allowedIps` restricts where the credential's tokens may be used from. */
  async issueCredential(
    appId: number,
    env: Environment,
    options: { allowedIps?: readonly string[]; pick?: RandomBelow } = {},
  ): Promise<IssuedCredential> {
    const clientId = newCredential('clientId', env, options.pick);
    const clientSecret = newCredential('clientSecret', env, options.pick);
    await this.#db.query(
      `with credential as (
         insert into control.client_credentials (client_id, app_id, env, allowed_ips, created_at) values ($1, $2, $3, $4, $5)
         returning client_id
       ) insert into control.client_secrets (client_id, hash, created_at) select client_id, $6, $5 from credential`,
      [clientId, appId, env, options.allowedIps ?? null, this.#now(), hashSecret(clientSecret)],
    );
    return { clientId, clientSecret };
  }

  #now(): string {
    return toTimestamp(this.#clock());
  }
}
