import type { Target } from '../load.ts';
import type { Answers } from '../measured.ts';
import { createDatabase } from './database.ts';
import { install } from './install.ts';
import type { Peer, Requests } from './peer.ts';
import { freePort, startServer } from './server-process.ts';
import { verify } from './verify.ts';

/** A peer that runs, with its products. */
export interface Contender extends Target {
  readonly peer: Peer;
  readonly name: string;
  readonly requests: Requests;
  readonly answers: Answers;
}

/** Installs and starts a peer on a database beside `url`, and checks its responses. */
export async function begin(url: string, peer: Peer, items: number): Promise<Contender> {
  const folder = await install(peer);
  console.log(`preparing ${peer.name} ${peer.version}`);
  const databaseUrl = await createDatabase(url, peer.name);
  const port = await freePort();
  const site = { folder, databaseUrl, port, origin: `http://127.0.0.1:${port}`, items };
  await peer.prepare(site);
  const child = await startServer(site, peer.command(site));
  const requests = await peer.seed(site);
  const answers = await verify(peer.name, site.origin, requests, items);
  const database = new URL(databaseUrl).pathname.slice(1);
  return { peer, answers, requests, database, name: peer.name, origin: site.origin, pid: child.pid ?? 0 };
}
