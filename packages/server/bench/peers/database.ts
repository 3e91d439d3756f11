import pg from 'pg';

/** Creates an empty database on the server of `url`, and returns its URL. Drops any database left by an earlier run. */
export async function createDatabase(url: string, suffix: string): Promise<string> {
  const name = nameBeside(url, suffix);
  await administer(url, `drop database if exists ${name} with (force)`, `create database ${name}`);
  const created = new URL(url);
  created.pathname = name;
  return created.href;
}

export const dropDatabase = (url: string, suffix: string): Promise<void> =>
  administer(url, `drop database if exists ${nameBeside(url, suffix)} with (force)`);

const nameBeside = (url: string, suffix: string): string =>
  `${new URL(url).pathname.slice(1).replaceAll(/\W/g, '_')}_${suffix.toLowerCase()}`;

async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  await using(url, async (db) => {
    for (const statement of statements) await db.query(statement);
  });
}

/** Runs `work` with one connection. */
export async function using<T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client(url);
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}
