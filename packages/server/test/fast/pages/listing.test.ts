import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { APP_REDIRECT_URIS } from '../../../src/control/app-addresses.ts';
import { REVIEW_CHECKS, submitApp } from '../../../src/control/app-review.ts';
import { changeProfile } from '../../../src/control/apps.ts';
import { authorizeUrl, newScene } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { jpeg, png, webp } from '../../support/images.ts';
import { CALLBACK, OAuthClient } from '../../support/oauth.ts';
import { sharedService } from '../../support/service.ts';
import { developerOf, operatorOf } from '../../support/staff.ts';
import { type Answer, formOf, says, textOf, Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();
const { app, owner: login } = await newScene(service, { env: 'PRODUCTION' });
const owner = await Visitor.signedIn(service, login);
const developer = await developerOf(service, app.organizationId);
const operator = await operatorOf(service);

const PROFILE = {
  name: 'Sync',
  description: 'Keeps your books.',
  website: 'https://sync.example',
  privacyPolicy: 'https://sync.example/privacy',
};

const ownPath = (appId = app.appId) => `/console/apps/${appId}`;
const reviewPath = (appId = app.appId) => `/operator/apps/${appId}`;
const settings = () => `${ownPath()}/settings`;

/** Saves a changed profile. Returns the page of settings. */
const save = (profile: Partial<typeof PROFILE>): Promise<Answer> =>
  developer.complete(settings(), { ...PROFILE, ...profile });

/** The operator's decision about an app, from a page that shows it. */
async function decide(decision: string, fields = {}, { appId } = app, page?: Answer): Promise<Answer> {
  const path = reviewPath(appId);
  const form = { decision, reason: 'Because.', ...fields };
  return operator.submit(page ?? (await operator.open(path)), `${path}/decision`, form);
}

async function upload(content: Buffer, by = developer, path = `${ownPath()}/logo`): Promise<Answer> {
  const body = new FormData();
  body.set('token', await by.token());
  body.set('logo', new Blob([new Uint8Array(content)], { type: 'text/html' }), 'logo.svg');
  const answer = await by.send('POST', path, { body, headers: { Origin: service.webUrl } });
  return answer.status === 303 ? by.open(answer.location ?? '') : answer;
}

const consent = async (): Promise<Answer> => owner.open(authorizeUrl(app));
const logoIn = ({ html }: Answer): string | undefined => /src="(\/logos\/[0-9a-f]{64})"/.exec(html)?.[1];

describe('The consent screen', () => {
  test('shows a changed profile once an operator has approved it, and the previous one until then', async () => {
    expect((await save({})).text).toContain('Your changes have been waiting for review since');
    const before = await consent();
    expect(before.html).not.toContain('Keeps your books.');
    expect(before.text).toContain('Connect FULL app?');
    expect((await operator.open('/operator/reviews')).text).toMatch(/SyncApproved changed profile.*\d+ min/);
    expect((await operator.open(reviewPath())).text).toMatch(
      /Name Changed.*Description Changed.*Logo(?! Changed).*Connect Sync\?.*Keeps your books\./s,
    );
    await decide('approve');
    expect((await operator.open(reviewPath())).text).toContain('Approved. Merchants see the profile');
    const { html, text } = await consent();
    expect(text).toContain('Connect Sync?');
    expect(html).toMatch(/<p class="words" dir="auto">Keeps your books\.<\/p>/);
    expect(html).toContain('<a href="https://sync.example/" target="_blank" rel="noopener noreferrer">Website</a>');
    expect((await operator.open('/operator/reviews')).html).not.toContain(`"${reviewPath()}"`);
  });

  test('shows the previous profile after a rejection, whose reason the developer reads', async () => {
    await save({ name: 'Your Bank' });
    await decide('reject');
    expect((await consent()).text).toContain('Connect Sync?');
    const { text } = await developer.open(settings());
    expect(text).toContain('Your changes were not approved');
    expect(text).toContain('The operator wrote: Because.');
    expect((await save({})).text).toContain('Merchants see this profile.');
  });

  test('never shows what an operator has not looked at', async () => {
    await save({ description: 'Harmless.' });
    const looked = await operator.open(reviewPath());
    await save({ description: 'Anything else.' });
    expect(await decide('approve', {}, app, looked)).toMatchObject(says(400, 'has been changed in the meantime'));
    expect((await consent()).html).not.toContain('Anything else.');
    await save({});
  });

  test('of the sandbox shows the present profile and logo, approved or not, and the console opens it', async () => {
    const trial = await newScene(service);
    const merchantOwner = await Visitor.signedIn(service, trial.owner);
    const own = await developerOf(service, trial.app.organizationId);
    const path = ownPath(trial.app.appId);
    await own.fill(`${path}/settings`, { ...PROFILE, name: 'Draft' });
    const { html: shown } = await upload(png(64), own, `${path}/logo`);
    const [, href = ''] = /href="(\/oauth\/authorize\?[^"]+)"/.exec(shown) ?? [];
    const { html, text } = await merchantOwner.open(href.replaceAll('&amp;', '&'));
    expect(text).toMatch(/Connect Draft\?.*Keeps your books\./s);
    const [, logo = ''] = /src="(\/oauth\/consent\/[^"]+\/logo)"/.exec(html) ?? [];
    expect((await merchantOwner.open(logo)).headers.get('content-type')).toBe('image/png');
    expect((await owner.open(logo)).status).toBe(410);
  });
});

describe('The review of an app', () => {
  /** A submitted app of the developer's organization. */
  async function submitted() {
    const partner = await service.newApp(app.organizationId, 'FULL');
    await service.control((tx) => submitApp(tx, partner.appId));
    return partner;
  }

  const stateOf = async ({ appId }: typeof app) =>
    /class="badge [\w-]+">([^<]*)</.exec((await operator.open(reviewPath(appId))).html)?.[1];

  test('needs a reason for a rejection, which the developer reads', async () => {
    const of = await submitted();
    for (const reason of ['', ' \n ']) {
      const { status, html } = await decide('reject', { reason }, of);
      expect([status, html]).toEqual([400, expect.stringMatching(/id="reason-problem">Reason must not be empty\./)]);
    }
    expect(await stateOf(of)).toBe('In review');
    await decide('reject', { reason: 'Say what it does.' }, of);
    expect(await stateOf(of)).toBe('Rejected');
    expect((await developer.open(ownPath(of.appId))).text).toContain('Say what it does.');
  });

  test('lists its checks, and asks again before it is approved against one', async () => {
    const of = await submitted();
    const path = `${reviewPath(of.appId)}/decision`;
    const page = await operator.open(reviewPath(of.appId));
    const question = await decide('approve', { reason: 'A pilot.' }, of);
    expect([question.status, await stateOf(of)]).toEqual([200, 'In review']);
    for (const found of [
      'Missing It has no description.',
      'Missing It links neither to a website nor to a privacy policy.',
      'Missing It has no https redirect URI besides localhost.',
      'Missing No merchant has connected it in the sandbox.',
    ])
      expect([page.text, question.text]).toEqual(Array(2).fill(expect.stringContaining(found)));
    const { despite: _, ...unasked } = formOf(question.html, path).hidden;
    const partly = await operator.post(path, { ...unasked, despite: 'links' });
    expect(partly).toMatchObject(says(400, 'It has no description'));
    const despite = [...question.html.matchAll(/name="despite" value="([^"]*)"/g)].map(([, check = '']) => check);
    await operator.post(path, { ...unasked, despite });
    expect(await stateOf(of)).toBe('Approved');
    const { rows } = await service.databases.control.query(
      `select details from control.audit_log where event = 'app.approved' and app_id = $1`,
      [of.appId],
    );
    expect(rows).toEqual([{ details: { reason: 'A pilot.', despite } }]);
  });

  test('has a history with reasons and, for operators alone, with names', async () => {
    const of = await submitted();
    const { appId, organizationId } = of;
    await decide('reject', { reason: 'Say what it does.' }, of);
    service.advance(60_000);
    await service.control((tx) => submitApp(tx, appId));
    await decide('approve', { reason: 'A pilot.', despite: REVIEW_CHECKS }, of);
    const { html } = await operator.open(reviewPath(appId));
    const [, section = ''] = /id="reviews">(.*?)<\/section>/s.exec(html) ?? [];
    expect(textOf(section).replaceAll(/\d+ \w+ \d+, [\d:]+ UTC/g, '…')).toBe(
      'Reviews Approved … by Olivia Owner A pilot. Despite failed checks: description, links, redirect-uri, ' +
        'sandbox-connection. Submitted … Rejected … by Olivia Owner Say what it does. Submitted …',
    );
    const { data } = await controlPlaneOf(service)
      .as({ kind: 'developer', organizationId }, { source: 'test' })
      .call('app.reviews', { appId });
    expect(data.map(({ event, reason, person }) => [event, reason, person])).toEqual([
      ['app.approved', 'A pilot.', null],
      ['app.submitted', null, null],
      ['app.rejected', 'Say what it does.', null],
      ['app.submitted', null, null],
    ]);
  });

  test('finds what the developer has put right, and then does not ask', async () => {
    const of = await submitted();
    const open = () => operator.open(reviewPath(of.appId));
    await service.control(async (tx) => {
      await changeProfile(tx, of.appId, PROFILE);
      await APP_REDIRECT_URIS.add(tx, of.appId, 'https://localhost/callback');
    });
    expect((await open()).text).toContain('Missing It has no https redirect URI besides localhost.');
    await service.control((tx) => APP_REDIRECT_URIS.add(tx, of.appId, CALLBACK));
    await new OAuthClient(service, of).connect(await service.newMerchant(app.organizationId));
    expect((await open()).html).not.toContain('Missing');
    await decide('approve', { reason: '' }, of);
    expect(await stateOf(of)).toBe('Approved');
  });
});

describe('A logo', () => {
  const own = `${ownPath()}/logo`;
  const headersOf = ({ status, headers }: Answer) => [
    status,
    ...['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options'].map((name) =>
      headers.get(name),
    ),
  ];
  const shown = (caching: string) => [200, 'image/png', caching, "default-src 'none'; sandbox", 'nosniff'];

  test('is seen by its developers and operators at once, and by merchants after the review', async () => {
    expect((await upload(png(128))).text).toContain('The logo is saved.');
    expect(headersOf(await developer.open(own))).toEqual(shown('no-store'));
    expect(headersOf(await operator.open(`${reviewPath()}/logo`))).toEqual(shown('no-store'));
    expect(logoIn(await consent())).toBeUndefined();
    await decide('approve');
    const path = logoIn(await consent()) ?? '';
    expect(headersOf(await new Visitor(service).open(path))).toEqual(shown('public, max-age=31536000, immutable'));
    await upload(png(128, 128, 0xff0000));
    expect(logoIn(await consent())).toBe(path);
    expect((await developer.fill(settings(), {}, `${own}/remove`)).status).toBe(303);
    await decide('approve');
    expect(logoIn(await consent())).toBeUndefined();
    expect((await new Visitor(service).send('GET', path)).status).toBe(404);
    const logos = 'select from control.app_logos where app_id = $1';
    expect((await service.databases.control.query(logos, [app.appId])).rows).toEqual([]);
  });

  test.each([
    ['JPEG', sharp(png(300)).jpeg()],
    ['WebP', sharp(png(300)).webp()],
  ])('may be a %s image, which becomes a PNG', async (_, image) => {
    expect((await upload(await image.toBuffer())).text).toContain('The logo is saved.');
    expect((await developer.open(own)).headers.get('content-type')).toBe('image/png');
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
    const answer = await upload(content);
    expect(answer).toMatchObject(says(400, message));
    expect(answer.html).toContain('id="logo-problem"');
  });

  test('is taken from our own page alone', async () => {
    const body = new FormData();
    body.set('token', 'x');
    const type = 'multipart/form-data; boundary=x';
    for (const [status, headers, content] of [
      [403, { Origin: 'https://evil.example' }, body],
      [403, {}, body],
      [415, { 'Content-Type': type }, 'not a part'],
      [413, { 'Content-Type': type }, 'x'.repeat(1024 * 1024 + 1)],
      [415, { 'Content-Type': 'text/plain' }, 'x'],
    ] as const) {
      const all = { Origin: service.webUrl, ...headers };
      expect((await developer.send('POST', own, { body: content, headers: all })).status).toBe(status);
    }
  });
});

describe('A form with a file', () => {
  const send = (by: Visitor, body: string, boundary = 'x') => {
    const headers = { Origin: service.webUrl, 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    return by.send('POST', `${ownPath()}/logo`, { body, headers });
  };
  const part = (name: string, headers = '') =>
    `--x\r\n${headers}Content-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
  const many = `${part('a').repeat(15_500)}--x--`;

  test('needs a session', async () => {
    const { status, location } = await send(new Visitor(service), many);
    expect([status, location]).toEqual([303, '/sign-in']);
  });

  test.each([
    ['15,500 parts', 413, many],
    ['nine parts', 413, `${part('a').repeat(9)}--x--`],
    ['a megabyte of headers', 413, `${part('a', 'A: b\r\n'.repeat(160_000))}--x--`],
    ['a part without an end of its headers', 413, `${part('a')}--x\r\nContent-Disposition: form-data`],
    ['a quoted boundary', 415, many, '"x"'],
    ['two boundaries', 415, many, 'y; boundary=x'],
  ])('is rejected with %s: %i', async (_, status, body, boundary?: string) => {
    expect((await send(developer, body, boundary)).status).toBe(status);
  });

  test('may have eight parts', async () => {
    expect((await send(developer, `${part('a').repeat(8)}--x--`)).status).toBe(403);
  });
});
