import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { REVIEW_CHECKS } from '../../../src/directory/apps/app-checks.ts';
import { changeProfile } from '../../../src/directory/apps/app-profile.ts';
import { submitApp } from '../../../src/directory/apps/app-review.ts';
import { APP_REDIRECT_URIS } from '../../../src/directory/apps/redirect-uri.ts';
import { addDeveloper, addOperator } from '../../../src/directory/people/staff.ts';
import { findUser } from '../../../src/directory/people/users.ts';
import { authorizeUrl, newPerson, newScene } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { jpeg, png, webp } from '../../support/images.ts';
import { CALLBACK, OAuthClient } from '../../support/oauth.ts';
import { sharedService } from '../../support/service.ts';
import { type Answer, formOf, type Login, textOf, Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();
const scene = await newScene(service, { env: 'PRODUCTION' });
const app = scene.app;
const owner = await Visitor.signedIn(service, scene.owner);
const developer = await Visitor.signedIn(service, await newStaff(app.organizationId));
const operator = await Visitor.signedIn(service, await newStaff());

async function newStaff(organizationId?: number): Promise<Login> {
  const login = await newPerson(service, []);
  await service.control(async (tx) => {
    const { id = 0 } = (await findUser(tx, login.email)) ?? {};
    await (organizationId === undefined ? addOperator(tx, id) : addDeveloper(tx, id, organizationId));
  });
  return login;
}

const settings = () => `/console/apps/${app.appId}/settings`;
const PROFILE = {
  name: 'Sync',
  description: 'Keeps your books.',
  website: 'https://sync.example',
  privacyPolicy: 'https://sync.example/privacy',
};

/** Sends a form of the settings and follows the redirect to the next page. */
async function save(profile: Partial<typeof PROFILE>): Promise<Answer> {
  await developer.submit(await developer.open(settings()), settings(), { ...PROFILE, ...profile });
  return developer.open(settings());
}

async function decide(decision: 'approve' | 'reject', page?: Answer): Promise<Answer> {
  const path = `/operator/apps/${app.appId}`;
  const answer = await operator.submit(page ?? (await operator.open(path)), `${path}/decision`, {
    decision,
    reason: 'Because.',
  });
  return answer.status === 303 ? operator.open(path) : answer;
}

async function upload(content: Buffer, by = developer): Promise<Answer> {
  const path = `/console/apps/${app.appId}/logo`;
  const { token = '' } = formOf((await by.open(settings())).html, path).hidden;
  const body = new FormData();
  body.set('token', token);
  body.set('logo', new Blob([new Uint8Array(content)], { type: 'text/html' }), 'logo.svg');
  const answer = await by.send('POST', path, { body, headers: { Origin: service.webUrl } });
  return answer.status === 303 ? by.open(answer.location ?? '') : answer;
}

const consent = async (): Promise<Answer> => owner.open(authorizeUrl(app));
const logoIn = ({ html }: Answer): string | undefined => /src="(\/logos\/[0-9a-f]{64})"/.exec(html)?.[1];

describe('The consent screen', () => {
  test('shows a changed profile once an operator has approved it, and the previous one until then', async () => {
    expect(textOf((await save({})).html)).toContain('Your changes have been waiting for review since');
    const before = await consent();
    expect(before.html).not.toContain('Keeps your books.');
    expect(textOf(before.html)).toContain('Connect FULL app?');
    const reviews = await operator.open('/operator/reviews');
    expect(textOf(reviews.html)).toMatch(/SyncApproved changed profile.*\d+ min/);
    const changed = textOf((await operator.open(`/operator/apps/${app.appId}`)).html);
    expect(changed).toMatch(/Name Changed.*Description Changed.*Logo(?! Changed).*Connect Sync\?.*Keeps your books\./s);
    const seen = await decide('approve');
    expect(textOf(seen.html)).toContain('Approved. Merchants see the profile');
    const { html } = await consent();
    expect(textOf(html)).toContain('Connect Sync?');
    expect(html).toMatch(/<p class="words" dir="auto">Keeps your books\.<\/p>/);
    expect(html).toContain('<a href="https://sync.example/" target="_blank" rel="noopener noreferrer">Website</a>');
    expect((await operator.open('/operator/reviews')).html).not.toContain('Sync');
  });

  test('shows the previous profile after a rejection, whose reason the developer reads', async () => {
    await save({ name: 'Your Bank' });
    await decide('reject');
    expect(textOf((await consent()).html)).toContain('Connect Sync?');
    const page = await developer.open(settings());
    expect(textOf(page.html)).toContain('Your changes were not approved');
    expect(textOf(page.html)).toContain('The operator wrote: Because.');
    expect(textOf((await save({})).html)).toContain('Merchants see this profile.');
  });

  test('never shows what an operator has not looked at', async () => {
    await save({ description: 'Harmless.' });
    const looked = await operator.open(`/operator/apps/${app.appId}`);
    await save({ description: 'Anything else.' });
    const late = await decide('approve', looked);
    expect([late.status, textOf(late.html)]).toEqual([
      400,
      expect.stringContaining('has been changed in the meantime'),
    ]);
    expect((await consent()).html).not.toContain('Anything else.');
    await save({});
  });
});

describe('The review of an app', () => {
  /** A submitted app of the developer's organization, and the operator's actions on it. */
  async function submitted() {
    const partner = await service.newApp(app.organizationId, 'FULL');
    const { appId } = partner;
    await service.control((tx) => submitApp(tx, appId));
    const path = `/operator/apps/${appId}`;
    return {
      appId,
      partner,
      open: () => operator.open(path),
      decide: async (fields: Record<string, string>) =>
        operator.submit(await operator.open(path), `${path}/decision`, fields),
      state: async () => /class="badge [\w-]+">([^<]*)</.exec((await operator.open(path)).html)?.[1],
    };
  }

  test('needs a reason for a rejection, which the developer reads', async () => {
    const { appId, decide, state } = await submitted();
    for (const reason of ['', ' \n ']) {
      const refused = await decide({ decision: 'reject', reason });
      expect(refused.status).toBe(400);
      expect(refused.html).toMatch(/id="reason-problem">Reason must not be empty\./);
    }
    expect(await state()).toBe('In review');
    await decide({ decision: 'reject', reason: 'Say what it does.' });
    expect(await state()).toBe('Rejected');
    expect(textOf((await developer.open(`/console/apps/${appId}`)).html)).toContain('Say what it does.');
  });

  test('lists its checks, and asks again before it is approved against one', async () => {
    const { appId, open, decide, state } = await submitted();
    const failed = [
      'Missing It has no description.',
      'Missing It links neither to a website nor to a privacy policy.',
      'Missing It has no https redirect URI besides localhost.',
      'Missing No merchant has connected it in the sandbox.',
    ];
    for (const found of failed) expect(textOf((await open()).html)).toContain(found);
    const question = await decide({ decision: 'approve', reason: 'A pilot.' });
    expect([question.status, await state()]).toEqual([200, 'In review']);
    for (const found of failed) expect(textOf(question.html)).toContain(found);
    const { despite: _, ...unasked } = formOf(question.html, `/operator/apps/${appId}/decision`).hidden;
    const partly = await operator.post(`/operator/apps/${appId}/decision`, { ...unasked, despite: 'links' });
    expect([partly.status, textOf(partly.html)]).toEqual([400, expect.stringContaining('It has no description')]);
    const despite = [...question.html.matchAll(/name="despite" value="([^"]*)"/g)].map(([, check = '']) => check);
    await operator.post(`/operator/apps/${appId}/decision`, { ...unasked, despite });
    expect(await state()).toBe('Approved');
    const { rows } = await service.databases.control.query(
      `select details from control.audit_log where event = 'app.approved' and app_id = $1`,
      [appId],
    );
    expect(rows).toEqual([{ details: { reason: 'A pilot.', despite } }]);
  });

  test('has a history with reasons and, for operators alone, with names', async () => {
    const { appId, decide, open } = await submitted();
    await decide({ decision: 'reject', reason: 'Say what it does.' });
    service.advance(60_000);
    await service.control((tx) => submitApp(tx, appId));
    const question = await decide({ decision: 'approve', reason: 'A pilot.' });
    await operator.submit(question, `/operator/apps/${appId}/decision`, { despite: REVIEW_CHECKS });
    const [, section = ''] = /id="reviews">(.*?)<\/section>/s.exec((await open()).html) ?? [];
    expect(
      textOf(section)
        .replaceAll(/\d+ \w+ \d+, [\d:]+ UTC/g, '…')
        .trim(),
    ).toBe(
      'Reviews Approved … by Olivia Owner A pilot. Despite failed checks: description, links, redirect-uri, ' +
        'sandbox-connection. Submitted … Rejected … by Olivia Owner Say what it does. Submitted …',
    );
    const { data } = await controlPlaneOf(service)
      .as({ kind: 'developer', organizationId: app.organizationId }, { source: 'test' })
      .call('app.reviews', { appId });
    expect(data.map(({ event, reason, person }) => [event, reason, person])).toEqual([
      ['app.approved', 'A pilot.', null],
      ['app.submitted', null, null],
      ['app.rejected', 'Say what it does.', null],
      ['app.submitted', null, null],
    ]);
  });

  test('finds what the developer has put right, and then does not ask', async () => {
    const { appId, partner, decide, state, open } = await submitted();
    await service.control(async (tx) => {
      const links = { website: 'https://sync.example', privacyPolicy: 'https://sync.example/privacy' };
      await changeProfile(tx, appId, { description: 'Keeps your books.', ...links });
      await APP_REDIRECT_URIS.add(tx, appId, 'https://localhost/callback');
    });
    expect(textOf((await open()).html)).toContain('Missing It has no https redirect URI besides localhost.');
    await service.control((tx) => APP_REDIRECT_URIS.add(tx, appId, CALLBACK));
    await new OAuthClient(service, partner).connect(await service.newMerchant(app.organizationId));
    expect((await open()).html).not.toContain('Missing');
    await decide({ decision: 'approve', reason: '' });
    expect(await state()).toBe('Approved');
  });
});

describe('A logo', () => {
  test('is seen by its developers and operators at once, and by merchants after the review', async () => {
    expect(textOf((await upload(png(128))).html)).toContain('The logo is saved.');
    const own = `/console/apps/${app.appId}/logo`;
    for (const [by, path] of [
      [developer, own],
      [operator, `/operator/apps/${app.appId}/logo`],
    ] as const) {
      const { status, headers } = await by.send('GET', path);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'image/png',
        'no-store',
      ]);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    }
    expect(logoIn(await consent())).toBeUndefined();
    await decide('approve');
    const path = logoIn(await consent()) ?? '';
    const { headers, status } = await new Visitor(service).send('GET', path);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    await upload(png(128, 128, 0xff0000));
    expect(logoIn(await consent())).toBe(path);
    expect(textOf((await developer.submit(await developer.open(settings()), `${own}/remove`)).html)).toBe('');
    await decide('approve');
    expect(logoIn(await consent())).toBeUndefined();
    expect((await new Visitor(service).send('GET', path)).status).toBe(404);
    expect((await service.databases.control.query('select from control.app_logos')).rows).toEqual([]);
  });

  test.each([
    ['JPEG', sharp(png(300)).jpeg()],
    ['WebP', sharp(png(300)).webp()],
  ])('may be a %s image, which becomes a PNG', async (_, image) => {
    expect(textOf((await upload(await image.toBuffer())).html)).toContain('The logo is saved.');
    const { headers } = await developer.send('GET', `/console/apps/${app.appId}/logo`);
    expect(headers.get('content-type')).toBe('image/png');
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'), 'PNG, JPEG or WebP'],
    ['a GIF', Buffer.from('GIF89a\x80\x00\x80\x00'), 'PNG, JPEG or WebP'],
    ['nothing', Buffer.alloc(0), 'PNG, JPEG or WebP'],
    ['a broken PNG', png(128).subarray(0, 12), 'PNG, JPEG or WebP'],
    ['a JPEG without its pixels', jpeg(64, 1024), 'This image is damaged or incomplete.'],
    ['a WebP without its pixels', webp(300, 200), 'This image is damaged or incomplete.'],
    ['too wide', png(1025, 64), '64 to 1024 pixels wide and high; this one has 1025 × 64'],
    ['too small', png(16), '64 to 1024 pixels'],
    ['too heavy', Buffer.concat([png(64), Buffer.alloc(128 * 1024)]), 'at most 128 KiB'],
  ])('that is %s is rejected next to its field', async (_, content, message) => {
    const { status, html } = await upload(content);
    expect([status, textOf(html)]).toEqual([400, expect.stringContaining(message)]);
    expect(html).toContain('id="logo-problem"');
  });

  test('is taken from our own page alone', async () => {
    const path = `/console/apps/${app.appId}/logo`;
    const body = new FormData();
    body.set('token', 'x');
    const send = (headers: Record<string, string>, of: FormData | string = body) =>
      developer.send('POST', path, { body: of, headers });
    expect((await send({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ Origin: service.webUrl })).status).toBe(403);
    const typed = { Origin: service.webUrl, 'Content-Type': 'multipart/form-data; boundary=x' };
    expect((await send(typed, 'not a part')).status).toBe(415);
    expect((await send(typed, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await send({ Origin: service.webUrl, 'Content-Type': 'text/plain' }, 'x')).status).toBe(415);
  });
});

describe('A form with a file', () => {
  const path = '/console/apps/1/logo';
  const parser = vi.spyOn(Response.prototype, 'formData');
  afterEach(() => parser.mockClear());
  afterAll(() => parser.mockRestore());

  const send = (by: Visitor, body: string, boundary = 'x') =>
    by.send('POST', path.replace('1', String(app.appId)), {
      body,
      headers: { Origin: service.webUrl, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    });
  const part = (name: string, headers = '') =>
    `--x\r\n${headers}Content-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
  const many = `${part('a').repeat(15_500)}--x--`;

  test('is not parsed without a session', async () => {
    const { status, location } = await send(new Visitor(service), many);
    expect([status, location]).toEqual([303, '/sign-in']);
    expect(parser).not.toHaveBeenCalled();
  });

  test.each([
    ['15,500 parts', many],
    ['nine parts', `${part('a').repeat(9)}--x--`],
    ['a megabyte of headers', `${part('a', 'A: b\r\n'.repeat(160_000))}--x--`],
    ['a part without an end of its headers', `${part('a')}--x\r\nContent-Disposition: form-data`],
  ])('is not parsed with %s', async (_, body) => {
    expect((await send(developer, body)).status).toBe(413);
    expect(parser).not.toHaveBeenCalled();
  });

  test('is not parsed with a boundary that no browser makes', async () => {
    expect((await send(developer, many, '"x"')).status).toBe(415);
    expect((await send(developer, many, 'y; boundary=x')).status).toBe(415);
    expect(parser).not.toHaveBeenCalled();
  });

  test('is parsed with eight parts, which a form may have', async () => {
    expect((await send(developer, `${part('a').repeat(8)}--x--`)).status).toBe(403);
    expect(parser).toHaveBeenCalledOnce();
  });
});

describe('The consent screen of the sandbox', () => {
  test('has the present profile and logo, approved or not, and the console opens it', async () => {
    const trial = await newScene(service);
    const merchantOwner = await Visitor.signedIn(service, trial.owner);
    const own = await Visitor.signedIn(service, await newStaff(trial.app.organizationId));
    const path = `/console/apps/${trial.app.appId}`;
    await own.submit(await own.open(`${path}/settings`), `${path}/settings`, { ...PROFILE, name: 'Draft' });
    const { token = '' } = formOf((await own.open(`${path}/settings`)).html, `${path}/logo`).hidden;
    const body = new FormData();
    body.set('token', token);
    body.set('logo', new Blob([new Uint8Array(await png(64))]), 'logo.png');
    await own.send('POST', `${path}/logo`, { body, headers: { Origin: service.webUrl } });
    const [, href = ''] = /href="(\/oauth\/authorize\?[^"]+)"/.exec((await own.open(`${path}/settings`)).html) ?? [];
    const { html } = await merchantOwner.open(href.replaceAll('&amp;', '&'));
    expect(textOf(html)).toMatch(/Connect Draft\?.*Keeps your books\./s);
    const [, logo = ''] = /src="(\/oauth\/consent\/[^"]+\/logo)"/.exec(html) ?? [];
    expect((await merchantOwner.open(logo)).headers.get('content-type')).toBe('image/png');
    expect((await owner.open(logo)).status).not.toBe(200);
  });
});
