import { join } from 'node:path';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import type { Program, Programs } from './processes.ts';
import { askJson, until } from './until.ts';

interface Member {
  readonly client: number;
  readonly program: Program;
}

/** Three members, so that one can fail. */
export class Etcd {
  readonly members: readonly Member[];

  private constructor(members: readonly Member[]) {
    this.members = members;
  }

  static async start(programs: Programs): Promise<Etcd> {
    const places = await Promise.all(
      [1, 2, 3].map(async (n) => ({
        name: `etcd-${n}`,
        client: await freePort(),
        peer: `http://127.0.0.1:${await freePort()}`,
      })),
    );
    const cluster = places.map(({ name, peer }) => `${name}=${peer}`).join();
    const members = places.map(({ name, client, peer }) => {
      const url = `http://127.0.0.1:${client}`;
      const args = [
        ...['--name', name, '--data-dir', join(programs.folder, name), '--logger', 'zap'],
        ...['--listen-client-urls', url, '--advertise-client-urls', url],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', cluster, '--initial-cluster-token', 'drill', '--initial-cluster-state', 'new'],
      ];
      return { client, program: programs.start({ name, file: 'etcd', args }) };
    });
    const etcd = new Etcd(members);
    await etcd.untilHealthy();
    return etcd;
  }

  async untilHealthy(): Promise<void> {
    for (const { client } of this.members) {
      await until('A healthy member of etcd', async () => {
        const health = await askJson<{ health: string }>(`http://127.0.0.1:${client}/health`);
        return health?.body.health === 'true' || undefined;
      });
    }
  }

  leader(): Promise<Member> {
    return until('A leader of etcd', async () => {
      for (const member of this.members) {
        const metrics = await fetch(`http://127.0.0.1:${member.client}/metrics`).catch(() => undefined);
        if (/^etcd_server_is_leader 1$/m.test((await metrics?.text()) ?? '')) return member;
      }
      return undefined;
    });
  }
}
