import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../../src/engine/connections.ts';
import { Session } from '../../../src/engine/session.ts';
import { tokenFor } from '../../../src/engine/tokens.ts';
import { Visitor } from '../../../src/engine/visitor.ts';
import { send } from '../../../src/http/send.ts';
import type { Fault } from '../../prove/fault.ts';
import { type Laboratory, openLaboratory } from '../../prove/laboratory.ts';
import { closed, listening, portOf } from '../../prove/listening.ts';
import { FaultyProxy } from '../../prove/proxy.ts';

const get = (url: string) => send({ method: 'GET', url, headers: {}, body: undefined });

describe('The proxy', () => {
  test('forwards redirects and cookies unchanged, unless a fault changes them', async () => {
    const server = await listening((_, response) =>
      response.writeHead(303, { Location: '/next', 'Set-Cookie': ['a=1; Path=/', 'b=2; Path=/'] }).end(),
    );
    const proxy = await FaultyProxy.open();
    proxy.leadTo(portOf(server));
    const sound = await get(`${proxy.origin}/`);
    expect([sound.status, sound.headers.location, sound.cookies]).toEqual([
      303,
      '/next',
      ['a=1; Path=/', 'b=2; Path=/'],
    ]);

    proxy.change({ answer: ({ cookies }) => void cookies.shift() });
    expect((await get(`${proxy.origin}/`)).cookies).toEqual(['b=2; Path=/']);
    expect(proxy.applied).toBe(true);
    await Promise.all([proxy.close(), closed(server)]);
  });
});

describe('The laboratory', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await openLaboratory();
  });
  afterAll(() => laboratory?.close());

  const none: Fault = { breaks: '', text: 'nothing is wrong', how: { api: (deps) => deps } };

  test('has a proxy in front of the web host, through which a merchant signs in', async () => {
    const session = new Session(laboratory.target);
    expect(laboratory.target.authUrl).toBe(laboratory.proxies.web.origin);
    const { owner } = session.merchant('main');
    const visitor = new Visitor(session, owner);
    expect((await visitor.open('/connections')).status).toBe(200);
  });

  test('runs servers one after another that use one name for different statements', async () => {
    for (const path of ['/brands', '/brands?status=1']) {
      const { target, close } = await laboratory.startFaulty(none);
      const session = new Session(target);
      const token = await tokenFor(session, session.app('main'), session.merchant('main'));
      const { status } = await session.send('GET', path, { headers: { Authorization: `Bearer ${token}` } });
      expect([path, status]).toEqual([path, 200]);
      await close();
    }
  });

  test('starts a separate web host for a faulty server, whose callback names its issuer', async () => {
    const { target, close } = await laboratory.startFaulty(none);
    const session = new Session(target);
    const { answer } = await connect(session, session.app('main'), session.merchant('main'));
    expect((answer.body as { api_base_url: string }).api_base_url).toBe(`${target.baseUrl}/`);
    expect(target.authUrl).not.toBe(laboratory.target.authUrl);
    await close();
  });
});
