import { type Databases, openPostgres } from '@tillgate/server/database/database.ts';

/** Generous, so that a busy machine does not cancel statements. */
const LIMITS = { connect: 15_000, silence: 15_000, probe: 15_000, statement: 60_000, lock: 60_000, answer: 65_000 };

/** Opens an empty database on the server of `url`, named after the database in `url`. Closing it drops it. */
export async function openEmptyPostgres(url: string): Promise<Databases> {
  const own = new URL(url);
  const name = `${own.pathname.slice(1) || 'postgres'}_tillgate_lab`;
  own.pathname = `/${name}`;
  await asAdmin(url, [`drop database if exists ${name} with (force)`, `create database ${name}`]);
  const databases = await openPostgres(own.href, {}, { limits: LIMITS });
  return {
    ...databases,
    async close() {
      await databases.close();
      await asAdmin(url, [`drop database if exists ${name} with (force)`]);
    },
  };
}

async function asAdmin(url: string, statements: readonly string[]): Promise<void> {
  const { control, close } = await openPostgres(url, {}, { limits: LIMITS });
  try {
    for (const statement of statements) await control.query(statement);
  } finally {
    await close();
  }
}
